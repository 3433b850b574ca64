"""Progress of a computation, and its failure."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

# Progress callback: steps done, number of steps.
Progress: TypeAlias = Callable[[int, int], None]


def unseen(done: int, total: int) -> None:
    """Ignore progress."""


class Failed(Exception):
    """A computation that failed; the message says why and what to do, and `results` are shown with
    it."""

    def __init__(self, message: str, results: Mapping[str, object] | None = None) -> None:
        super().__init__(message)
        self.results = dict(results or {})
