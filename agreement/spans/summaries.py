"""Summaries of many texts at once, equal to `figures.span_item_summary` of each."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

import numpy as np

from agreement.figure import ExactFigure, figure_of
from agreement.spans.figures import FEWER_THAN_TWO
from agreement.spans.many import Counted
from agreement.spans.shapes import ItemSummary
from agreement.spans.texts import Bools

Share = tuple[int, int]  # sums of the numerators of F1, and of its denominators


def summaries(counted: Counted) -> Iterator[ItemSummary]:
    """Yield the summary of each text."""
    texts, settled = counted.texts, counted.settled
    given = settled.times > 0
    columns = zip(
        texts.answers.tolist(),
        texts.lengths.tolist(),
        _by_text(counted, given, settled.times[given].tolist()),
        *(_by_text(counted, which) for which in (settled.chosen, settled.half, settled.words)),
        counted.pairs.shares(),
        strict=True,
    )
    for m, length, votes, voted, half, words, shares in columns:
        yield {
            "n": m,
            "length": length,
            "votes": votes,
            "voted": voted,
            "half": half,
            "words": words,
            "disagreement": _unlike(m, shares).copy(),
        }


def _by_text(counted: Counted, which: Bools, *more: list[int]) -> Iterator[list[list[object]]]:
    """Yield for each text the selected spans, with their further columns."""
    spans = counted.settled.spans.taken(which)
    names = map(counted.texts.labels.__getitem__, spans.label.tolist())
    rows = list(map(list, zip(spans.begin.tolist(), spans.end.tolist(), names, *more, strict=True)))
    numbers = np.arange(len(counted.texts.answers))
    at = 0
    for end in np.searchsorted(spans.of, numbers, side="right").tolist():
        yield rows[at:end]
        at = end


@lru_cache(2**12)
def _unlike(m: int, shares: tuple[Share, ...]) -> ExactFigure:
    """Return 1 minus the mean F1 over the ordered pairs of m answers."""
    f1 = sum((Fraction(above, below) for above, below in shares), Fraction(0))
    return figure_of(1 - f1 / (m * (m - 1)) if m > 1 else None, FEWER_THAN_TWO)
