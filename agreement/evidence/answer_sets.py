"""Answer-sets: all places of documents in which any expert finds the answer to a question
(Ramanath et al., ACL 2014, section 4.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable
from fractions import Fraction
from typing import NamedTuple

NO_SET = "No answer marks any sentence."


class Shared(NamedTuple):
    """The share of the places in any answer-set that are in several; None without a place."""

    value: Fraction | None
    shared: int
    places: int


def shared_places(sets: Iterable[Collection[Hashable]]) -> Shared:
    """Return the share of the places in any answer-set that are in more than one. The paper prints
    63 % of sections, for nine questions.

    >>> shared_places([{"a", "b"}, {"b", "c"}, ()])
    Shared(value=Fraction(1, 3), shared=1, places=3)
    """
    times = Counter(place for places in sets for place in set(places))
    shared = sum(count > 1 for count in times.values())
    return Shared(Fraction(shared, len(times)) if times else None, shared, len(times))
