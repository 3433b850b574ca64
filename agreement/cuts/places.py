"""Cuts at named boundaries, compared with the same number of cuts elsewhere in the text.

A name, such as "before a preposition", has boundaries in many texts. If an annotation of n words
has k cuts and these were anywhere, a boundary would have one with the probability k / (n - 1).
If all flat annotations were equally likely, that would be 1/2, whatever the boundary.

The keys of a tally are, for each name,
    at/name      boundaries of this name, one for each annotation
    cut/name     those with a cut
    own/n/name   in texts of n words, the cuts of the whole annotation, added up over the boundaries
Tallies add up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, TypedDict

from agreement.figure import as_float
from agreement.segmentation.vectors import Vector, check_flat
from agreement.tally import Tally


class Cuts(NamedTuple):
    """The cuts at boundaries of one name, and how many of the annotations' cuts would be there by
    chance."""

    cuts: int
    boundaries: int
    expected: Fraction

    @property
    def share(self) -> Fraction | None:
        return Fraction(self.cuts, self.boundaries) if self.boundaries else None

    @property
    def expected_share(self) -> Fraction | None:
        return self.expected / self.boundaries if self.boundaries else None


class CutFigures(TypedDict):
    """The cuts at some boundaries. The shares are None if there are no boundaries."""

    cuts: int
    boundaries: int
    share: float | None
    expected: float | None


NOTHING = Cuts(0, 0, Fraction(0))


def count_cuts(n: int, places: Mapping[str, Sequence[int]], flats: Iterable[Vector]) -> Tally:
    """Return the tally of one text's flat annotations.

    n : the number of words
    places : the boundaries of each name, from 0

    Raises ValueError if an annotation does not fit the words.

    >>> count_cuts(3, {"before": [0]}, [(1, 0), (0, 1)])
    {'at/before': 2, 'cut/before': 1, 'own/3/before': 2}
    """
    counts: Counter[str] = Counter()
    for flat, times in Counter(map(tuple, flats)).items():
        if len(flat) != n - 1:
            raise ValueError(f"A flat of {len(flat) + 1} words is given for {n} words.")
        check_flat(flat, n)
        for name, boundaries in places.items():
            counts[f"at/{name}"] += times * len(boundaries)
            counts[f"cut/{name}"] += times * sum(flat[at] for at in boundaries)
            counts[f"own/{n}/{name}"] += times * len(boundaries) * sum(flat)
    return Tally(counts)


def cuts_by_name(state: Mapping[str, int]) -> dict[str, Cuts]:
    """Return the cuts of each name that has boundaries.

    >>> found = cuts_by_name(count_cuts(3, {"before": [0]}, [(1, 0), (0, 1)]))
    >>> found["before"].share, found["before"].expected_share
    (Fraction(1, 2), Fraction(1, 2))
    """
    expected: dict[str, Fraction] = {}
    for key, own in state.items():
        what, _, rest = key.partition("/")
        if what == "own":
            n, _, name = rest.partition("/")
            expected[name] = expected.get(name, Fraction(0)) + Fraction(own, int(n) - 1)
    return {
        name: Cuts(state.get(f"cut/{name}", 0), count, expected.get(name, Fraction(0)))
        for key, count in state.items()
        for what, _, name in [key.partition("/")]
        if what == "at"
    }


def cut_figures(found: Cuts) -> CutFigures:
    """Return the cuts at boundaries of one name, ready for JSON."""
    return {
        "cuts": found.cuts,
        "boundaries": found.boundaries,
        "share": as_float(found.share),
        "expected": as_float(found.expected_share),
    }
