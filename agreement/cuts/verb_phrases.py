"""Cuts before, inside and after verb phrases, from a tag for each word (ACL 2013, section 6, bias
3: workers cut around the verb phrase only where that gives segments of equal length).

Tags come with the data; nothing is tagged here. Tags of chunks (B-VP, I-VP) mark verb phrases
themselves. With parts of speech, a verb phrase is a run of verbs: words whose tag begins with V, as
in Penn's, STTS's and EAGLES' tags, or is AUX (Universal Dependencies) or MD (Penn's modals).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypedDict

from agreement.cuts.places import (
    NOTHING,
    CutFigures,
    Cuts,
    count_cuts,
    cut_figures,
    cuts_by_name,
)
from agreement.segmentation.vectors import Vector
from agreement.tally import Tally

WHERE = ("before", "inside", "after")
QUARTERS = 4
CHUNK = re.compile(r"([BIOES])(?:-(.+))?", re.IGNORECASE)
OTHER_VERBS = {"AUX", "MD"}


class Phrase(NamedTuple):
    """A verb phrase: its first word and the word after its last, from 0."""

    begin: int
    end: int


class AroundPhrases(TypedDict):
    """The cuts around verb phrases that span up to this share of their texts; None is all."""

    up_to: float | None
    before: CutFigures
    inside: CutFigures
    after: CutFigures


def verb_phrases(tags: Sequence[str]) -> list[Phrase]:
    """Return the verb phrases of a text.

    >>> verb_phrases("DT NN MD VB PRP$ NN".split())
    [Phrase(begin=2, end=4)]
    >>> verb_phrases("B-NP B-VP I-VP B-VP O".split())
    [Phrase(begin=1, end=3), Phrase(begin=3, end=4)]
    """
    are_chunks = all(map(CHUNK.fullmatch, tags)) and any("-" in tag for tag in tags)
    found: list[Phrase] = []
    for at, tag in enumerate(map(str.upper, tags)):
        is_verb = tag[1:] == "-VP" if are_chunks else tag.startswith("V") or tag in OTHER_VERBS
        if not is_verb:
            continue
        begins = are_chunks and tag[0] in "BS"
        if found and found[-1].end == at and not begins:
            found[-1] = Phrase(found[-1].begin, at + 1)
        else:
            found.append(Phrase(at, at + 1))
    return found


def count_around_phrases(tags: Sequence[str], flats: Iterable[Vector]) -> Tally:
    """Return the tally of cuts around the verb phrases of one text, by the quarter of its words
    that a phrase spans at most. A phrase at an end of the text has no boundary there.

    tags : one for each word

    >>> count_around_phrases("NN VBD PRP$ NN".split(), [(1, 0, 0)])["cut/before/1"]
    1
    """
    n = len(tags)
    places: defaultdict[str, list[int]] = defaultdict(list)
    for begin, end in verb_phrases(tags):
        quarter = -(-QUARTERS * (end - begin) // n)
        if begin > 0:
            places[f"before/{quarter}"].append(begin - 1)
        places[f"inside/{quarter}"] += range(begin, end - 1)
        if end < n:
            places[f"after/{quarter}"].append(end - 1)
    return count_cuts(n, places, flats)


def figures_around_phrases(state: Mapping[str, int]) -> list[AroundPhrases]:
    """Return the cuts around verb phrases, ready for JSON: those of all, then by the share of the
    text that they span. Empty if no boundary is next to a verb phrase.

    >>> state = count_around_phrases("NN VBD PRP$ NN".split(), [(1, 0, 0), (0, 1, 0)])
    >>> every, short = figures_around_phrases(state)
    >>> every["before"]["share"], every["before"]["expected"], short["up_to"]
    (0.5, 0.3333333333333333, 0.25)
    """
    found = cuts_by_name(state)
    quarters = sorted({name.partition("/")[2] for name in found})
    if not quarters:
        return []
    return [
        _row(found, quarters, None),
        *(_row(found, [one], int(one) / QUARTERS) for one in quarters),
    ]


def _row(found: Mapping[str, Cuts], quarters: Sequence[str], up_to: float | None) -> AroundPhrases:
    before, inside, after = (
        cut_figures(_sum(found.get(f"{where}/{one}", NOTHING) for one in quarters))
        for where in WHERE
    )
    return {"up_to": up_to, "before": before, "inside": inside, "after": after}


def _sum(parts: Iterable[Cuts]) -> Cuts:
    total = NOTHING
    for one in parts:
        total = Cuts(
            total.cuts + one.cuts,
            total.boundaries + one.boundaries,
            total.expected + one.expected,
        )
    return total
