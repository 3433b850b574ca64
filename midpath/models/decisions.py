"""Forms of the API. Written by `make client`; do not edit."""

from typing import Any, Literal, NotRequired, TypedDict


class Adjudicators(TypedDict):
    """The number of adjudicators per HIT."""

    adjudicators: int


class CodeDecisionInput(TypedDict):
    reasons: list[int]


class MakeDecisionInput(TypedDict):
    submission_id: str
    hit: int
    judgment: NotRequired[int | None]
    payload: NotRequired[dict[str, Any] | None]
    note: NotRequired[str]
    reasons: NotRequired[list[int]]
    seen: NotRequired[list[int]]
    blind: NotRequired[bool]
    replaces: NotRequired[list[int]]


class Progress(TypedDict):
    """The number of HITs by the status of their decision."""

    hits: int
    decided: int
    accepted: int
    edited: int
    written: int
    apart: int
    unlike: int
    since: int


class Reason(TypedDict):
    """A reason for disagreement, and how many final decisions have it."""

    id: int
    name: str
    description: str
    decisions: int


class Seen(TypedDict):
    """An adjudicator's screen, as recorded."""

    version: int
    judgments: list[int]
    decisions: list[int]
    blind: bool


class ShareDecisionsInput(TypedDict):
    adjudicators: int


class Waiting(TypedDict):
    """A HIT that waits for a decision."""

    hit: int
    item: int
    position: int
    text: str
    judgments: int
    disagreement: float | None


class WrittenReason(TypedDict):
    """A reason as it is written."""

    id: NotRequired[int]
    name: str
    description: NotRequired[str]


class Codebook(TypedDict):
    """The reasons of a campaign, with counts of final decisions."""

    reasons: list[Reason]
    uncoded: int
    decisions: int


class Decision(TypedDict):
    """An adjudicator’s answer to a HIT."""

    id: int
    hit: int
    item: int
    adjudicator: int
    how: Literal["accepted", "edited", "written"]
    judgment: int | None
    payload: dict[str, Any]
    vector: list[int]
    form: str
    note: str
    reasons: list[int]
    apart: bool
    final: bool
    seen: Seen
    decided_at: str
    withdrawn_at: str | None
    judgments_since: int


class ListWaitingOutput(TypedDict):
    left: int
    results: list[Waiting]


class ReadBesideDecisionsOutput(TypedDict):
    adjudicators: int
    progress: Progress
    version: int | None
    made_at: str | None
    results: dict[str, Any] | None


class SetReasonsInput(TypedDict):
    reasons: list[WrittenReason]
    seen: NotRequired[list[WrittenReason]]
