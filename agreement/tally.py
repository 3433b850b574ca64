"""Integer counts by key that add, subtract and compare exactly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Self


class Tally(dict[str, int]):
    """A multiset of integer counts: the whole state of a campaign's agreement.

    A campaign's tally is the sum of its items' contributions. Adding a judgment, withdrawing one
    and merging two parts of a campaign are `+` and `-`. Entries that reach zero are dropped, so two
    tallies of the same judgments are equal in whatever order they were counted. A tally is a `dict`
    of integers and can be stored as JSON.

    >>> Tally(a=1, b=2) + Tally(b=-2, c=5)
    {'a': 1, 'c': 5}
    >>> Tally(a=1) - Tally(a=1) == Tally()
    True
    """

    def __init__(self, counts: Mapping[str, int] | None = None, /, **more: int) -> None:
        entries = {**(counts or {}), **more}
        super().__init__((key, count) for key, count in entries.items() if count)

    def __add__(self, other: Mapping[str, int]) -> Tally:
        return Tally(self).shift(other, 1)

    def __sub__(self, other: Mapping[str, int]) -> Tally:
        return Tally(self).shift(other, -1)

    def __iadd__(self, other: Mapping[str, int]) -> Self:
        return self.shift(other, 1)

    def __isub__(self, other: Mapping[str, int]) -> Self:
        return self.shift(other, -1)

    def shift(self, other: Mapping[str, int], times: int) -> Self:
        """Add `times` copies of `other` in place, and return self."""
        for key, count in other.items():
            total = self.get(key, 0) + times * count
            if total:
                self[key] = total
            else:
                self.pop(key, None)
        return self

    @classmethod
    def total(cls, tallies: Iterable[Mapping[str, int]]) -> Tally:
        """Return the sum of many tallies, without copying each.

        >>> Tally.total([Tally(a=1), Tally(a=2), Tally(b=1)])
        {'a': 3, 'b': 1}
        """
        result = cls()
        for tally in tallies:
            result.shift(tally, 1)
        return result
