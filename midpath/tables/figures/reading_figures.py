"""The types of the reading test's figures."""

from typing import Literal, TypedDict

State = Literal["certified", "lost", "open", "other"]


class Reader(TypedDict):
    """A worker by their ranks. Stakes are natural logarithms of their odds."""

    worker: str
    answers: int
    ranked: int
    state: State
    certified_at: int | None
    stake: float
    highest: float
    stake_against: float
    highest_against: float
    p: float


class Sort(TypedDict):
    """Simulated workers of one kind: the shares certified after each number of texts."""

    name: str
    reads: bool
    certified: dict[str, float]
    half_after: int | None
    nine_tenths_after: int | None
    ever: float
    other: float


class Reading(TypedDict):
    """The reading test of a whole crowd. Readers are certified after about `usual_answers`."""

    readers: list[Reader]
    certified: int
    other: int
    half_after: int | None
    nine_tenths_after: int | None
    answers: int
    ranked: int
    others: int
    compared: int
    usual_answers: int


class Part(TypedDict):
    """The workers of one kind in replayed campaigns."""

    name: str
    reads: bool
    workers: int
    ranked: float
    certified: float
    half_after: int | None
    other: float
