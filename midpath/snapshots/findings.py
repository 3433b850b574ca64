"""The findings of a verification: what was compared, and the differences."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

# Per check; a file that differs everywhere would fill the memory.
MAX_DIFFERENCES = 1000
# Another machine may round a sum of floats differently; figures also have an exact form if
# possible.
CLOSE = 1e-9
TWICE = "it occurs more than once"
# Progress callback: unit, done, total.
Progress = Callable[[str, int, int], object]


class Difference(NamedTuple):
    """A place where the snapshot contradicts itself, and what is wrong there."""

    where: str
    what: str


@dataclass
class Check:
    """One thing that is verified; `note` says which part of it this cannot verify, and what readers
    should look at."""

    name: str
    compared: int = 0
    differ: int = 0
    differences: list[Difference] = field(default_factory=list)
    note: str = ""

    def differs(self, where: str, what: str) -> None:
        self.differ += 1
        if self.differ <= MAX_DIFFERENCES:
            self.differences.append(Difference(where, what))

    def remark(self, *notes: str) -> None:
        self.note = " ".join(filter(None, (self.note, *notes)))

    def compare(
        self, where: str, stated: object, found: object, *, may_have_more: bool = False
    ) -> None:
        """Compare the manifest's statement with the finding, recursively."""
        for place, one, other in unlike(stated, found, where, may_have_more):
            self.differs(place, f"it says {shortened(one)}, and it is {shortened(other)}")
        self.compared += 1


def unlike(
    stated: object, found: object, where: str, may_have_more: bool = False
) -> Iterator[tuple[str, object, object]]:
    """Yield each place where two values differ, including those that only one of them has; the
    found one may have more if that is allowed.

    >>> list(unlike({"a": [1, 2]}, {"a": [1, 3], "b": 0}, "figures"))
    [('figures.a[1]', 2, 3), ('figures.b', None, 0)]
    """
    if isinstance(stated, Mapping) and isinstance(found, Mapping):
        for name in stated if may_have_more else {**stated, **found}:
            one, other = stated.get(name), found.get(name)
            yield from unlike(one, other, f"{where}.{name}", may_have_more)
    elif isinstance(stated, list) and isinstance(found, list) and len(stated) == len(found):
        for place, (one, other) in enumerate(zip(stated, found, strict=True)):
            yield from unlike(one, other, f"{where}[{place}]", may_have_more)
    elif not same(stated, found):
        yield where, stated, found


def same(one: object, other: object) -> bool:
    """Return whether two values are equal, numbers up to rounding.

    >>> same(0.1 + 0.2, 0.3), same(True, 1), same(None, 0)
    (True, False, False)
    """
    numbers = (int, float)
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, float) and isinstance(other, numbers):
        return math.isclose(one, other, rel_tol=CLOSE, abs_tol=CLOSE)
    return one == other


def shortened(value: object, max_length: int = 60) -> str:
    """Return a shortened value for a sentence."""
    text = "nothing" if value is None else str(value)
    return text if len(text) <= max_length else f"{text[:max_length]}…"


def all_equal(checks: Sequence[Check]) -> bool:
    return not any(check.differ for check in checks)
