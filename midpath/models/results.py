"""Forms of the API. Written by `make client`; do not edit."""

from typing import Any, Literal, NotRequired, TypedDict

from midpath.models.common import Item
from midpath.models.results_parts import (
    BreakdownByValue,
    Crowd,
    DatasheetEntry,
    Entailment,
    EvidenceReport,
    FigureOverTime,
    FigurePoint,
    Intervals,
    ItemEvent,
    JudgmentBucket,
    RankedAnswer,
    Reading,
    Sentence,
    Signals,
    Twin,
    Way,
    WordingFigures,
)


class Biases(TypedDict):
    """The biases of a campaign's workers: preferences that do not depend on the text."""

    campaign: int
    version: int
    judgments: int
    made_at: str
    scheme: str
    results: dict[str, Any]


class Filter(TypedDict):
    """A filter under a name."""

    id: int
    campaign: int
    name: str
    filter: dict[str, str]
    created_at: str


class FiltersInput(TypedDict):
    name: str
    filter: dict[str, str]


class JudgedItem(Item):
    """An item of a campaign with a summary of its judgments."""

    hit: int
    quota: int
    taken: int
    judgments: int
    distinct: int
    disagreement: float | None
    entropy: float | None
    tied: bool
    undecided: bool
    judged_at: str | None
    length: int | None
    stratum: str | None
    summary: dict[str, Any] | None
    skipped: int
    skipped_later: int
    skip_reasons: dict[str, int]


class Judgment(TypedDict):
    """One worker's judgment of one HIT; the answer never changes."""

    id: int
    hit: int
    item: int
    assignment: int
    worker: int
    submission_id: str
    claimed_at: str
    submitted_at: str
    payload: dict[str, Any]
    vector: list[int]
    form: str
    late: bool
    review: Literal["none", "accepted", "rejected", "set_aside"]
    counts: bool
    folded: bool
    active_ms: int | None
    first_action_ms: int | None
    suggested: bool | None
    as_suggested: bool | None


class ListItemEventsOutput(TypedDict):
    next: str | None
    results: list[ItemEvent]
    cut: bool
    searched: bool


class ListSignalsOutput(TypedDict):
    next: str | None
    reading: Reading | None
    results: list[Signals]


class Methods(TypedDict):
    """The methods of a campaign for a paper, from the current data."""

    version: int
    midpath: str
    sentences: list[Sentence]
    datasheet: list[DatasheetEntry]
    text: str
    markdown: str
    latex: str
    bibtex: str


class PatchedOneFilterInput(TypedDict):
    name: NotRequired[str]


class ReadBreakdownsOutput(TypedDict):
    """A stored report, which may be of an earlier version than the figures."""

    campaign: int
    version: int
    judgments: int
    made_at: str
    breakdowns: list[BreakdownByValue]
    left_out: dict[str, Any]
    workload: dict[str, Any]


class ReadFiguresOutput(TypedDict):
    campaign: int
    scheme: str
    version: int
    judgments: int
    withdrawn: int
    folded_at: str
    age_seconds: float
    figures: dict[str, Any]
    reconciled_at: str | None
    reconciled_version: int | None
    mended: int
    entailment: list[Entailment]
    intervals: Intervals | None
    crowd: Crowd | None
    evidence: EvidenceReport | None


class ReadHistoryOutput(TypedDict):
    figures: list[FigureOverTime]
    points: list[FigurePoint]
    seconds: int | None
    buckets: list[JudgmentBucket]


class ReadPlanOutput(TypedDict):
    """A stored report, which may be of an earlier version than the figures."""

    campaign: int
    version: int
    judgments: int
    made_at: str
    currency: str
    ways: list[Way]
    method: list[str]


class ReadSignalsOutput(TypedDict):
    next: str | None
    signals: Signals
    twins: list[Twin]
    results: list[RankedAnswer]


class ReadWordingsOutput(TypedDict):
    """A stored report, which may be of an earlier version than the figures."""

    campaign: int
    version: int
    judgments: int
    made_at: str
    wordings: list[WordingFigures]
