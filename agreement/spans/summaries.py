"""Summaries of many texts at once: what `figures.span_item_summary` says of each."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

import numpy as np

from agreement.figure import ExactFigure, figure_of
from agreement.spans.figures import FEWER_THAN_TWO
from agreement.spans.many import Counted
from agreement.spans.shapes import ItemSummary

Share = tuple[int, int]  # sums of what is above the line of F1, and what is below it


def summaries(counted: Counted) -> Iterator[ItemSummary]:
    """Yield the summary of each text."""
    texts, settled, spans = counted.texts, counted.settled, counted.settled.spans
    names = [texts.labels[label] for label in spans.label.tolist()]
    whole = list(map(list, zip(spans.begin.tolist(), spans.end.tolist(), names, strict=True)))
    times = settled.times.tolist()
    marks = zip(*map(np.ndarray.tolist, (settled.chosen, settled.half, settled.words)), strict=True)
    rows = list(zip(whole, times, marks, strict=True))
    ends = np.searchsorted(spans.of, np.arange(len(texts.answers)), side="right").tolist()
    at = 0
    for m, length, end, shares in zip(
        texts.answers.tolist(), texts.lengths.tolist(), ends, counted.pairs.shares(), strict=True
    ):
        own = rows[at:end]
        at = end
        yield {
            "n": m,
            "length": length,
            "votes": [[*span, times] for span, times, _ in own if times],
            "voted": [span for span, _, (chosen, _, _) in own if chosen],
            "half": [span for span, _, (_, half, _) in own if half],
            "words": [span for span, _, (_, _, words) in own if words],
            "disagreement": _unlike(m, shares).copy(),
        }


@lru_cache(2**12)
def _unlike(m: int, shares: tuple[Share, ...]) -> ExactFigure:
    """Return what the mean F1 over the ordered pairs of m answers lacks of 1."""
    f1 = sum((Fraction(above, below) for above, below in shares), Fraction(0))
    return figure_of(1 - f1 / (m * (m - 1)) if m > 1 else None, FEWER_THAN_TWO)
