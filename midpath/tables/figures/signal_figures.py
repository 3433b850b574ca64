"""The types of the signals of a campaign's workers."""

from typing import TypedDict

from midpath.tables.figures.reading_figures import State


class Followed(TypedDict):
    """Identical earlier answers that a worker repeats, and whose they are."""

    texts: int
    same: int
    expected: float
    p: float
    whom: list[list[int]]


class OneAlike(TypedDict):
    """A worker's twins and the workers they follow, as in `annotation.models.WorkerSignals`."""

    twins: int
    cluster: int | None
    twin_pairs: list[list[float]]
    follows: bool
    followed: Followed | None


class OneWorker(OneAlike):
    """The signals of one worker, as in `annotation.models.WorkerSignals`."""

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
    accuracy: int | None
    ranked: int
    state: State
    certified_at: int | None
    lost_at: int | None
    lost_since: int | None
    stake: float
    highest: float
    against: float
    highest_against: float
    p: float
    ranks: list[list[float]]


class Signals(TypedDict):
    """The figures of all workers of a campaign together. `reason` says why there is no reading test
    and no search for twins; it is empty if there is one.

    `lost` workers were certified and no longer are. `most_ranked` is the largest number of ranked
    answers of one worker, and `usual_answers` the number after which readers are usually certified.
    `twinned` is the number of workers with twins, in `clusters` groups; `pairs` of workers were
    compared, and `sampled` is the number of texts with too many answers to compare all of them."""

    reason: str
    others: int
    compared: int
    readers: int
    certified: int
    lost: int
    other: int
    most_ranked: int
    usual_answers: int
    half_after: int | None
    nine_tenths_after: int | None
    milliseconds: float | None
    pairs: int
    twinned: int
    clusters: int
    followers: int
    sampled: int
