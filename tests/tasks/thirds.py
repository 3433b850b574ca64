"""Helpers of the tests of computations that take slots, and one whose parts are thirds of their
numbers."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import pytest
from celery import shared_task

from annotation.services.jobs.kinds import Lane
from midpath.parts import Parts
from midpath.progress import Progress
from tasks.lane_parts import help_out

COUNT = 6
INPUTS = "numbers"


class Third(NamedTuple):
    value: float
    packed: bytes


def third(number: int, progress: Progress) -> Third:
    progress(0, 1)
    return Third(number / 3, bytes([number, 255]))


@dataclass
class Elsewhere:
    """The helper: how it computes, and the parts that it began."""

    compute: Callable[[int, Progress], Third] = third
    inputs: str = INPUTS
    prepared: int = 0
    begun: list[int] = field(default_factory=list)
    ended: threading.Event = field(default_factory=threading.Event)

    def parts(self) -> Parts[Third]:
        self.prepared += 1
        return Parts(COUNT, self._note, 10, lambda: self.inputs)

    def _note(self, number: int, progress: Progress) -> Third:
        self.begun.append(number)
        return self.compute(number, progress)


elsewhere = Elsewhere()


@shared_task(name="tests.thirds", ignore_result=False, acks_late=False)
def thirds(computation: str, helper: int) -> bool:
    elsewhere.ended.clear()
    try:
        return help_out(computation, helper, Lane.COMPUTING, lambda watch: elsewhere.parts())
    finally:
        elsewhere.ended.set()


def stay_until(what: Callable[[], bool], progress: Progress, seconds: float = 30) -> None:
    """Report progress, which may raise, until something happens."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end
        progress(0, 1)
        time.sleep(0.005)


def before_each_part(
    monkeypatch: pytest.MonkeyPatch, module: object, name: str, do: Callable[[int, Progress], None]
) -> None:
    """Do something before each part that a function of a module returns."""
    make: Callable[..., Parts[Any]] = getattr(module, name)

    def parts(*arguments: Any) -> Parts[Any]:
        found = make(*arguments)

        def compute(number: int, progress: Progress) -> Any:
            do(number, progress)
            return found.compute(number, progress)

        return replace(found, compute=compute)

    monkeypatch.setattr(module, name, parts)
