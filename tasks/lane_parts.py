"""Computations in parts that take seconds, by as many processes as their lane has free slots.

A process that computes such a part has no time for folds, and first has to read everything that
parts are computed from. So, other than in tasks.shards, a process helps only if it gets a slot of
the lane; then it prepares once and takes parts for two minutes. The process that needs the
results has a slot already and computes parts, too. At the end it begins those of the others as
well, until their results arrive: it waits for nobody, and whatever happens to the others or to
Redis, the results are complete (docs/decisions/0084-parts-with-slots.md).
"""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from secrets import token_hex
from typing import Any, Generic, TypeVar

from celery import Task
from django.conf import settings

from agreement.version import VERSION
from annotation.services.jobs.kinds import Lane
from annotation.services.jobs.messages import send
from midpath.parts import InParts, Parts, one_by_one
from midpath.progress import Failed, Progress
from tasks.leases import alone
from tasks.part_board import Collected, PartBoard
from tasks.shards import UNREACHABLE

logger = logging.getLogger(__name__)
T = TypeVar("T")

BETWEEN_LOOKS = 0.5
# Most computations are over by then, and others need seconds to read what they compute from.
FIRST_CALL = 5.0
# The others are called again this often while parts wait: there may have been no free slot, or a
# process may have been killed. Those that still help have leases.
BETWEEN_CALLS = 15.0
# A helper that has computed for so long gives its slot back: another job of the lane may wait.
HELPS_FOR = 120.0


class _Arrived(Exception):
    """Another process has computed the part."""


class _Unneeded(Exception):
    """The parts are no longer needed."""


def in_lane(task: Task[Any, Any], lane: Lane, *subject: int) -> InParts:
    """Return a way to compute parts in the lane, of which the caller has a slot.

    The task, whose queue is the lane's, calls `help_out`; its arguments are the name of the
    computation, the number of the helper, and the subject.
    """

    def computed(parts: Parts[T], progress: Progress) -> Iterator[T]:
        helpers = min(settings.LANES[lane], parts.count) - 1
        if helpers < 1:
            yield from one_by_one(parts, progress)
            return
        results = _Computation(parts, progress, _Helpers(task, helpers, subject)).results()
        for number in range(parts.count):
            yield results.pop(number)
            # What the caller does with the results may take long, too.
            progress(parts.total, parts.total)

    return computed


def help_out(name: str, helper: int, lane: Lane, prepare: Callable[[Progress], Parts[Any]]) -> bool:
    """Compute parts that another process needs, if the lane has a free slot and the parts are the
    same here; return whether that is so.

    `prepare` is given a progress that stops it when the parts are no longer needed.
    """
    board = PartBoard(name)
    try:
        _inputs_of(board)
        with alone(f"help {name} {helper}", lane) as mine:
            return mine and _help(board, prepare)
    except UNREACHABLE as error:
        logger.warning("Could not help with %s: %s", name, error)
    except (_Unneeded, Failed):
        # The process that needs the results meets the failure itself.
        pass
    return False


def _help(board: PartBoard, prepare: Callable[[Progress], Parts[Any]]) -> bool:
    last = time.monotonic()

    def watch(_done: int, _total: int) -> None:
        nonlocal last
        if time.monotonic() - last >= BETWEEN_LOOKS:
            last = time.monotonic()
            _inputs_of(board)

    parts = prepare(watch)
    if _inputs_of(board) != _labelled(parts):
        logger.warning("Did not help: the data have changed, or the versions differ.")
        return False
    begun = time.monotonic()
    while (number := board.take()) is not None:
        board.put(number, parts.compute(number, watch))
        if time.monotonic() - begun >= HELPS_FOR:
            break
    return True


def _labelled(parts: Parts[Any]) -> str:
    """Return the digest of what parts are computed from, with the version that computes them."""
    return f"{VERSION} {parts.inputs()}"


def _inputs_of(board: PartBoard) -> str:
    found = board.inputs()
    if found is None:
        raise _Unneeded
    return found


class _Helpers:
    """The other processes; none as soon as Redis cannot be reached."""

    def __init__(self, task: Task[Any, Any], many: int, subject: tuple[int, ...]) -> None:
        self._task, self._many, self._subject = task, many, subject
        self._name = token_hex(8)
        self._board: PartBoard | None = PartBoard(self._name)
        self._call_at = time.monotonic() + FIRST_CALL

    def begin(self, count: int, inputs: str) -> None:
        self._tried(lambda board: board.offer(count, inputs), None)

    def take(self) -> int | None:
        return self._tried(lambda board: board.take(), None)

    def collect(self) -> dict[int, Any]:
        return self._tried(self._collect, {})

    def end(self) -> None:
        """Let the others stop; they notice after half a second."""
        self._tried(lambda board: board.remove(), None)

    def _collect(self, board: PartBoard) -> dict[int, Any]:
        found: Collected = board.collect()
        if found.waiting and time.monotonic() >= self._call_at:
            self._call()
        return found.results

    def _call(self) -> None:
        self._call_at = time.monotonic() + BETWEEN_CALLS
        for number in range(self._many):
            send(self._task.name, self._name, number, *self._subject)

    def _tried(self, do: Callable[[PartBoard], T], otherwise: T) -> T:
        if self._board is None:
            return otherwise
        try:
            return do(self._board)
        except UNREACHABLE as error:
            logger.warning("%s takes longer alone: %s", self._task.name, error)
            self._board = None
            return otherwise


class _Computation(Generic[T]):
    """The results so far, here and elsewhere."""

    def __init__(self, parts: Parts[T], progress: Progress, helpers: _Helpers) -> None:
        self._parts, self._progress, self._helpers = parts, progress, helpers
        self._results: dict[int, T] = {}
        self._looked = time.monotonic()

    def results(self) -> dict[int, T]:
        self._report()
        self._helpers.begin(self._parts.count, _labelled(self._parts))
        try:
            while (number := self._next()) is not None:
                with suppress(_Arrived):
                    watch = partial(self._watch, number)
                    self._results[number] = self._parts.compute(number, watch)
                self._collect()
                self._report()
        finally:
            self._helpers.end()
        return self._results

    def _next(self) -> int | None:
        """Return a part that waits; then one that others have begun, the last one first, since they
        began it last."""
        number = self._helpers.take()
        if number is not None:
            return number
        return max(set(range(self._parts.count)) - self._results.keys(), default=None)

    def _watch(self, number: int, done: int, of: int) -> None:
        if time.monotonic() - self._looked >= BETWEEN_LOOKS:
            self._collect()
        if number in self._results:
            raise _Arrived
        self._report(done, of)

    def _collect(self) -> None:
        self._looked = time.monotonic()
        self._results |= self._helpers.collect()

    def _report(self, done: int = 0, of: int = 1) -> None:
        finished = self._parts.steps_after(len(self._results), done, of)
        self._progress(finished, self._parts.total)
