"""Processor seconds, which exclude the time that a busy machine gives to others."""

from collections.abc import Callable
from time import process_time
from typing import TypeVar

Found = TypeVar("Found")


def timed(run: Callable[[], Found], times: int = 3) -> tuple[float, Found]:
    """Return the shortest time of a few runs, and the result."""
    best, found = _once(run)
    for _ in range(times - 1):
        best = min(best, _once(run)[0])
    return best, found


def _once(run: Callable[[], Found]) -> tuple[float, Found]:
    start = process_time()
    found = run()
    return process_time() - start, found
