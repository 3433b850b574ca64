"""The shapes of the signals of a campaign's workers."""

from typing import TypedDict

from annotation.tables.figures.reading import State


class OneWorker(TypedDict):
    """The signals of one worker, as `annotation.models.WorkerSignals` has them."""

    enrolment_id: int
    judgments: int
    milliseconds: float | None
    faster: float | None
    same: float | None
    alpha: float | None
    s: float | None
    majority: float | None
    consistency: float | None
    repeated: int
    ranked: int
    state: State
    certified_at: int | None
    stake: float
    highest: float
    against: float
    highest_against: float
    p: float
    ranks: list[list[float]]


class Signals(TypedDict):
    """The figures of all workers of a campaign together. `reason` is why there is no reading test,
    empty where there is one."""

    reason: str
    others: int
    compared: int
    readers: int
    certified: int
    other: int
    half_after: int | None
    nine_tenths_after: int | None
    milliseconds: float | None
