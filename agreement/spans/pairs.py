"""Pairs of answers to each of many texts, and the spans that they share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from agreement.spans.consensus_rules import Settled
from agreement.spans.texts import Ints, Met, Texts, ranges, summed


class Beside(NamedTuple):
    """Sums over other answers, or over gold answers, for pooled F1: (A,) each.

    texts : the number of others
    spans : the spans of both
    exact : twice the number of spans that both have
    touching : the spans of either that share a place with one of the same label of the other
    """

    texts: Ints
    spans: Ints
    exact: Ints
    touching: Ints


def beside_known(texts: Texts, settled: Settled) -> Beside:
    """Return the sums of each answer over the gold answer to its text; touching spans are not
    counted."""
    known = texts.is_known[texts.text].astype(np.int64)
    size = np.bincount(texts.known.of, minlength=len(texts.answers))[texts.text]
    shared = np.bincount(texts.given.of[settled.known[settled.number]], minlength=len(texts.sizes))
    return Beside(known, known * (texts.sizes + size), 2 * shared, np.zeros_like(known))


class Pairs:
    """The ordered pairs of answers to each text, including each answer with itself.

    text, left, right : (P,) the text and the two answers of each pair
    shared : (P,) how many spans both have
    touching : (P,) how many spans of the left share a place with one of that label of the right
    """

    def __init__(self, texts: Texts, settled: Settled) -> None:
        self._texts = texts
        m = texts.answers
        self.text, at = ranges(np.zeros_like(m), m * m)
        left, right = np.divmod(at, m[self.text])
        self.left, self.right = (texts.first[self.text] + side for side in (left, right))
        self._begin: Ints = np.cumsum(m * m) - m * m
        self._opposite = self._begin[self.text] + right * m[self.text] + left
        self.shared = self._shared(settled)
        self.touching = np.zeros(len(self.text), np.int64)

    def meet(self, met: Met, owner: Ints) -> None:
        """Count spans that meet other answers; `owner` is the answer of each span."""
        shares = met.times > 0
        np.add.at(self.touching, self._pair(owner[shares], met.answer[shares]), 1)

    def _pair(self, left: Ints, right: Ints) -> Ints:
        """Return the numbers of the pairs of these answers."""
        text, first = self._texts.text[left], self._texts.first
        m = self._texts.answers[text]
        numbers: Ints = self._begin[text] + (left - first[text]) * m + (right - first[text])
        return numbers

    def _shared(self, settled: Settled) -> Ints:
        order = np.argsort(settled.number, kind="stable")
        answer, number = self._texts.given.of[order], settled.number[order]
        first = np.cumsum(settled.times) - settled.times
        one, other = ranges(first[number], settled.times[number])
        pair = self._pair(answer[one], answer[other])
        return np.bincount(pair, minlength=len(self.text))

    @property
    def spans(self) -> Ints:
        """Return (P,) the number of spans of both answers."""
        return self._texts.sizes[self.left] + self._texts.sizes[self.right]

    def unlike(self) -> Ints:
        """Return (T,) the number of ordered pairs of different answers."""
        unlike = 2 * self.shared < self.spans
        return np.bincount(self.text[unlike], minlength=len(self._texts.answers))

    def shares(self) -> Iterator[tuple[tuple[int, int], ...]]:
        """Yield for each text the F1 of all pairs of two answers as fractions: sums of numerators
        and of denominators. Two answers without a span are equal."""
        two = self.left != self.right
        text, below, above = (column[two] for column in (self.text, self.spans, 2 * self.shared))
        above[below == 0] = below[below == 0] = 1
        width = int(below.max(initial=0)) + 1
        keys, sums = summed(text * width + below, above)
        text, below = np.divmod(keys, width)
        ends = np.searchsorted(text, np.arange(len(self._texts.answers)), side="right").tolist()
        both = list(zip(sums.tolist(), below.tolist(), strict=True))
        at = 0
        for end in ends:
            yield tuple(both[at:end])
            at = end

    def beside_others(self, worker: Ints) -> Beside:
        """Return the sums of each answer over those of other workers to its text.

        worker : (A,) who gave each answer
        """
        others = (worker[self.left] != worker[self.right]).astype(np.int64)
        touching = self.touching + self.touching[self._opposite]
        starts = np.flatnonzero(np.diff(self.left, prepend=-1))
        columns = (others, others * self.spans, others * 2 * self.shared, others * touching)
        return Beside(*(np.add.reduceat(column, starts) for column in columns))
