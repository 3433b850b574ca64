"""The history of a crowd of clients: every request that may change something, with its answer or
without one."""

import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from midpath.json_types import JsonObject

STORED = frozenset({200, 201})


@dataclass(frozen=True)
class Submission:
    """One attempt to submit. `status` is None if no answer arrived."""

    enrolment: int
    assignment: int
    submission_id: str
    payload: JsonObject
    status: int | None
    answer: Mapping[str, Any] = field(default_factory=dict)
    began: float = 0
    seconds: float = 0

    @property
    def acknowledged(self) -> bool:
        return self.status in STORED

    @property
    def code(self) -> str:
        """Return the code of the refusal, empty if there is none."""
        error = self.answer.get("error") or {}
        return str(error.get("code", ""))


@dataclass(frozen=True)
class Lease:
    """A task that a client was told to be theirs."""

    enrolment: int
    assignment: int


@dataclass
class History:
    """What all clients sent and were told, written by their threads."""

    submissions: list[Submission] = field(default_factory=list)
    leases: list[Lease] = field(default_factory=list)
    _turn: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def add(self, one: Submission | Lease) -> None:
        with self._turn:
            if isinstance(one, Lease):
                self.leases.append(one)
            else:
                self.submissions.append(one)

    def acknowledged(self) -> list[Submission]:
        return [one for one in self.submissions if one.acknowledged]

    def unanswered(self) -> list[Submission]:
        """Return the last attempt of each answer that was never acknowledged nor refused."""
        settled = {one.submission_id for one in self.submissions if is_settled(one)}
        last = {one.submission_id: one for one in self.submissions}
        return [one for key, one in last.items() if key not in settled]

    def since(self, moment: float) -> list[Submission]:
        """Return the attempts that began after that moment of the monotonic clock."""
        return [one for one in self.submissions if one.began >= moment]


def is_settled(one: Submission) -> bool:
    """Return whether a browser would no longer send this answer."""
    return one.acknowledged or one.code == "already_submitted"


def percentile(seconds: Iterable[float], share: float) -> float:
    """Return the smallest of the times that are not exceeded by this share of them.

    >>> percentile([3, 1, 2, 4], 0.5)
    2
    """
    times: Sequence[float] = sorted(seconds)
    return times[max(0, -int(-len(times) * share // 1) - 1)] if times else 0
