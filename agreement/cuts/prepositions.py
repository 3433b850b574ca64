"""Cuts before and after each preposition (ACL 2013, section 6, bias 4: to, of, for).

In addition to the shares of all prepositions together (`segmentation.bias`, Table 6). A preposition
that begins a text has no boundary before it, and one that ends a text has none after it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TypedDict

from agreement.cuts.places import NOTHING, CutFigures, count_cuts, cut_figures, cuts_by_name
from agreement.prepositions import bare
from agreement.segmentation.vectors import Vector
from agreement.tally import Tally

BEFORE, AFTER = "before", "after"


class AtWord(TypedDict):
    """The cuts before and after one word."""

    word: str
    before: CutFigures
    after: CutFigures


def count_at_prepositions(
    words: Sequence[str], flats: Iterable[Vector], prepositions: Collection[str]
) -> Tally:
    """Return the tally of cuts before and after each preposition of one text.

    Words are compared without case and without punctuation at their ends.

    >>> state = count_at_prepositions("flights to rome".split(), [(1, 0), (0, 1)], {"to"})
    >>> state["at/before/to"], state["cut/before/to"], state["cut/after/to"]
    (2, 1, 1)
    """
    places: defaultdict[str, list[int]] = defaultdict(list)
    for i, word in enumerate(map(bare, words)):
        if word in prepositions and i > 0:
            places[f"{BEFORE}/{word}"].append(i - 1)
        if word in prepositions and i < len(words) - 1:
            places[f"{AFTER}/{word}"].append(i)
    return count_cuts(len(words), places, flats)


def figures_at_prepositions(state: Mapping[str, int]) -> list[AtWord]:
    """Return the cuts at each preposition, ready for JSON, the most frequent ones first.

    >>> words, flats = "tickets for rome".split(), [(0, 1), (0, 1), (1, 0)]
    >>> [found] = figures_at_prepositions(count_at_prepositions(words, flats, {"for"}))
    >>> found["word"], found["before"]["cuts"], found["after"]["cuts"]
    ('for', 1, 2)
    """
    found = cuts_by_name(state)
    words = {name.partition("/")[2] for name in found}
    rows = [
        AtWord(
            word=word,
            before=cut_figures(found.get(f"{BEFORE}/{word}", NOTHING)),
            after=cut_figures(found.get(f"{AFTER}/{word}", NOTHING)),
        )
        for word in words
    ]
    return sorted(rows, key=lambda row: (-_boundaries(row), row["word"]))


def _boundaries(row: AtWord) -> int:
    return row["before"]["boundaries"] + row["after"]["boundaries"]
