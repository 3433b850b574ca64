"""Counts of many texts at once: the sum of `counting.span_contribution` over them."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import numpy as np

from agreement.spans.consensus_rules import Settled, settle
from agreement.spans.counting import PARTED
from agreement.spans.pairs import Pairs
from agreement.spans.places import differing, stretches_of
from agreement.spans.texts import Bools, Ints, Met, Spans, Texts, meetings, ranges, summed
from agreement.tally import Tally


class Counted(NamedTuple):
    """Counted texts: their sum, their consensus, and their pairs of answers."""

    texts: Texts
    state: Tally
    settled: Settled
    pairs: Pairs


def count_texts(texts: Texts) -> Counted:
    """Count texts. Raises ValueError as `span_contribution` does.

    >>> spans, none = np.array([[0, 2, 1], [0, 1, 1], [3, 4, 0]]), np.empty((4, 0), np.int64)
    >>> one = np.array([5]), np.array([2]), np.array([1, 2]), spans, ["LOC", "PER"]
    >>> state = count_texts(Texts(*one, np.array([False]), Spans(*none))).state
    >>> [state[key] for key in ("units/2", "given/PER", "touch/2/PER", "differ/2", "whole/5")]
    [1, 2, 2, 4, 2]
    """
    texts.check()
    settled = settle(texts)
    pairs = Pairs(texts, settled)
    counts = _Counts(texts)
    counts.add_answers()
    counts.add_settled(settled)
    counts.add_spans(settled)
    counts.add_units()
    counts.add_meetings(pairs)
    counts.by_number("unlike", texts.answers, pairs.unlike())
    counts.add_places()
    return Counted(texts, Tally(counts.found), settled, pairs)


class _Counts:
    """Counts, named by the keys of `counting`."""

    def __init__(self, texts: Texts) -> None:
        self.found = Counter[str]()
        self._texts = texts
        # Restricted to texts with two answers or more.
        self._given = texts.given.taken(self._is_together(texts.given))
        self._units = texts.units.taken(self._is_together(texts.units))

    def add_answers(self) -> None:
        texts = self._texts
        self.by_number("units", texts.answers[texts.answers > 0], 1)
        self.found["none"] += int(np.count_nonzero(texts.sizes == 0))
        together = texts.answers > 1
        m, lengths = texts.answers[together], texts.lengths[together]
        self.by_number("length", m, lengths)
        self.by_number("whole", lengths, m)

    def add_settled(self, settled: Settled) -> None:
        self._by_label("votes", settled.spans.label[settled.chosen])
        self._by_label("words", settled.spans.label[settled.words])
        self.found["undecided"] += len(np.unique(settled.spans.of[settled.half]))

    def add_spans(self, settled: Settled) -> None:
        given = self._texts.given
        self._by_label("alone", given.label[~self._is_together(given)])
        self._by_label("given", self._given.label)
        m, times = self._texts.answers[settled.spans.of], settled.times
        self._by_both("exact", m, settled.spans.label, times * (times - 1))

    def add_units(self) -> None:
        """Add units, and the gaps between them in answers that have the label."""
        units = self._units
        length = self._texts.lengths[self._texts.text[units.of]]
        self._by_both("unit", units.end - units.begin, units.label, 1)
        firsts, lasts = np.ones((2, len(units)), bool)
        firsts[1:] = (np.diff(units.of) != 0) | (np.diff(units.label) != 0)
        lasts[:-1] = firsts[1:]
        before = units.begin - np.where(firsts, 0, np.roll(units.end, 1))
        gaps = np.concatenate([before, (length - units.end)[lasts]])
        label = np.concatenate([units.label, units.label[lasts]])
        self._by_both("gap", gaps[gaps > 0], label[gaps > 0], 1)
        self._by_both("marked", length[firsts], units.label[firsts], 1)

    def add_meetings(self, pairs: Pairs) -> None:
        """Add the spans and units that overlap with other answers, also to the pairs of answers."""
        given, units = self._texts.given, self._texts.units
        joined = len(units) < len(given)
        for met in meetings(self._texts, units):
            self._add_apart(met)
            if not joined:  # every span is a unit
                self._add_touch(met, pairs)
        for met in meetings(self._texts, given) if joined else ():
            self._add_touch(met, pairs)

    def add_places(self) -> None:
        stretches = stretches_of(self._texts, self._given, self._units)
        size = stretches.end - stretches.begin
        for name, values in (("value", size), ("square", size**2)):
            labels, totals = summed(stretches.labels, values)
            for one, total in zip(labels.tolist(), totals.tolist(), strict=True):
                self.found[f"{name}/{self._joined(one)}"] += total
        self.by_number("differ", self._texts.answers, differing(self._texts, stretches))

    def by_number(self, name: str, number: Ints, values: Ints | int) -> None:
        keys, totals = summed(number, values)
        for key, total in zip(keys.tolist(), totals.tolist(), strict=True):
            self.found[f"{name}/{key}"] += total

    def _by_label(self, name: str, label: Ints) -> None:
        times = np.bincount(label, minlength=len(self._texts.labels)).tolist()
        for one, total in zip(self._texts.labels, times, strict=True):
            self.found[f"{name}/{one}"] += total

    def _by_both(self, name: str, number: Ints, label: Ints, values: Ints | int) -> None:
        many = len(self._texts.labels)
        keys, totals = summed(number * many + label, values)
        for key, total in zip(keys.tolist(), totals.tolist(), strict=True):
            self.found[f"{name}/{key // many}/{self._texts.labels[key % many]}"] += total

    def _add_touch(self, met: Met, pairs: Pairs) -> None:
        given = self._texts.given
        pairs.meet(met, given.of[met.span])
        span = met.span[met.times > 0]
        self._by_both("touch", self._m_of(given, span), given.label[span], 1)

    def _add_apart(self, met: Met) -> None:
        """Add the sums of d over ordered pairs of answers, as defined by `unitizing.apart`.

        A unit that shares no place with another answer lies within one of its gaps; this counts in
        both orders of the two answers.
        """
        units = self._texts.units
        alone = met.span[met.times == 0]
        self._add_d(alone, 2 * (units.end - units.begin)[alone] ** 2)
        row, other = ranges(met.first, met.times)
        one = met.span[row]
        begins, ends = units.begin[one] - units.begin[other], units.end[one] - units.end[other]
        self._add_d(one, begins**2 + ends**2)

    def _add_d(self, unit: Ints, d: Ints) -> None:
        units = self._texts.units
        self._by_both("apart", self._m_of(units, unit), units.label[unit], d)

    def _m_of(self, spans: Spans, number: Ints) -> Ints:
        return self._texts.others[spans.of[number]] + 1

    def _is_together(self, spans: Spans) -> Bools:
        return self._texts.others[spans.of] > 0

    def _joined(self, labels: int) -> str:
        names = (name for at, name in enumerate(self._texts.labels) if labels >> at & 1)
        return PARTED.join(names)
