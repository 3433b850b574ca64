"""Forms of the API. Written by `make client`; do not edit."""

from typing import Any, Literal, TypedDict

from midpath.models.common import Report


class BreakdownGroup(TypedDict):
    """The items with one value, and their figures."""

    value: str
    items: int
    judgments: int
    figures: dict[str, Any]


class Crowd(Report):
    """The report on the crowd."""


class DatasheetEntry(TypedDict):
    """One question of the datasheet."""

    question: str
    answer: str
    yours: bool


class Entailment(TypedDict):
    """The share of a flat campaign's annotations that a nested one entails."""

    flat: int
    nested: int
    version: int
    age_seconds: float
    figures: dict[str, Any]


class EntailmentInterval(TypedDict):
    """The interval around an entailment."""

    flat: int
    nested: int
    version: int
    judgments: int
    interval: dict[str, Any]


class EvidenceReport(Report):
    """The report on evidence."""


class FigureOverTime(TypedDict):
    """A figure with a history."""

    name: str
    path: list[str]


class ItemEvent(TypedDict):
    """Something that happened to an item."""

    at: str
    what: Literal[
        "claimed",
        "repeated",
        "expired",
        "returned",
        "put_off",
        "released",
        "judged",
        "judged_late",
        "judged_too_late",
        "accepted",
        "rejected",
        "set_aside",
        "restored",
        "accepted_with_others",
        "rejected_with_others",
        "set_aside_with_others",
        "restored_with_others",
        "review_undone",
        "excluded",
        "included",
        "withdrew",
        "decided_accepted",
        "decided_edited",
        "decided_written",
        "decision_withdrawn",
    ]
    worker: int | None
    own: bool
    by: str | None
    reason: str


class JudgmentBucket(TypedDict):
    """The judgments of one period."""

    at: str
    judgments: int
    so_far: int


class PointReading(TypedDict):
    """A figure at one point; null: undefined, or unknown for that version."""

    value: float | None
    low: float | None
    high: float | None


class RankedAnswer(TypedDict):
    """An answer ranked among those to other texts, and the stakes after it."""

    number: int
    judgment: int
    better: int
    alike: int
    compared: int
    p: float
    log10_stake: float
    log10_against: float


class Reading(TypedDict):
    """The reading test of all workers together; null until the first report."""

    version: int
    made_at: str
    reason: str
    others: int
    compared: int
    readers: int
    certified: int
    lost: int
    other: int
    usual_answers: int
    too_early: bool
    half_after: int | None
    nine_tenths_after: int | None
    pairs: int
    twinned: int
    clusters: int
    followers: int
    sampled: int


class Sentence(TypedDict):
    """One sentence of the paragraph."""

    about: str
    text: str
    cites: list[str]


class Signals(TypedDict):
    """The signals of one worker."""

    worker: int
    judgments: int
    milliseconds: float | None
    faster: float | None
    same: float | None
    majority: float | None
    consistency: float | None
    repeated: int
    alpha: float | None
    s: float | None
    state: Literal["certified", "lost", "open", "other"]
    ranked: int
    certified_at: int | None
    lost_at: int | None
    lost_since: int | None
    log10_stake: float
    log10_highest: float
    log10_against: float
    p: float
    twins: int
    cluster: int | None
    follows: bool


class Twin(TypedDict):
    """A twin of a worker, with their shared answers."""

    worker: int
    texts: int
    same: int
    expected: float
    after: int
    same_after: int
    p: float
    follows: bool


class Width(TypedDict):
    """An expected figure with the width of its interval; null: undefined."""

    value: float | None
    width: float | None
    reason: str | None


class WordingFigures(TypedDict):
    """A wording of the instructions, with the figures of its workers alone."""

    name: str
    assigned: int
    workers: int
    items: int
    judgments: int
    seconds: float | None
    figures: dict[str, Any]


class BreakdownByValue(TypedDict):
    by: str
    groups: list[BreakdownGroup]
    without: int


class FigurePoint(TypedDict):
    """The figures at one time."""

    version: int
    at: str
    judgments: int
    readings: list[PointReading]


class Intervals(TypedDict):
    """Intervals of the figures."""

    version: int
    judgments: int
    made_at: str
    figures: dict[str, Any]
    entailment: list[EntailmentInterval]


class Way(TypedDict):
    """A plan: a fixed number of judgments per item, or more until workers agree."""

    name: str
    adaptive: bool
    per_item: float | None
    judgments: int | None
    cost: str | None
    alpha: Width
    yes: Width
    settled: Width
    accuracy: Width
    items: int
    note: str
