"""Long computations in numbered parts, each of which depends on its number alone, so any process
may compute it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from midpath.progress import Progress

T = TypeVar("T")


@dataclass(frozen=True)
class Parts(Generic[T]):
    """The parts of a computation, numbered from 0.

    compute : returns the result of a part, made of plain values, and reports its progress
    steps : how many steps of the whole computation's progress a part is
    inputs : returns a digest of everything that the parts are computed from
    """

    count: int
    compute: Callable[[int, Progress], T]
    steps: int
    inputs: Callable[[], str]

    @property
    def total(self) -> int:
        return self.count * self.steps

    def steps_after(self, finished: int, done: int = 0, of: int = 1) -> int:
        """Return how many steps are done when some parts are finished, and a share of another."""
        return finished * self.steps + self.steps * min(done, of) // of


class InParts(Protocol):
    """A way to compute parts: yields their results in order.

    `progress` is called with steps; it may raise to stop. Another process may return the values of
    a tuple as a list.
    """

    def __call__(self, parts: Parts[T], progress: Progress) -> Iterable[T]: ...


def one_by_one(parts: Parts[T], progress: Progress) -> Iterator[T]:
    """Compute all parts here.

    >>> halves = Parts(3, lambda number, progress: number / 2, steps=10, inputs=str)
    >>> list(one_by_one(halves, lambda done, total: print(done, total)))
    0 30
    10 30
    20 30
    30 30
    [0.0, 0.5, 1.0]
    """
    progress(0, parts.total)
    for number in range(parts.count):

        def within(done: int, of: int, finished: int = number) -> None:
            progress(parts.steps_after(finished, done, of), parts.total)

        yield parts.compute(number, within)
        progress(parts.steps_after(number + 1), parts.total)
