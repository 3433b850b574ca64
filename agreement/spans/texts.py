"""Answers to many texts as arrays of numbers, and how their spans overlap.

T texts have A answers with S spans. Answers are numbered across all texts, labels in alphabetical
order. Everything is in the order of the texts and their answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from agreement.spans.counting import PARTED, check_spans

Ints: TypeAlias = NDArray[np.int64]
Bools: TypeAlias = NDArray[np.bool_]
ROWS_AT_ONCE = 1 << 20
MAX_LABELS = 62  # each is a bit of a 64-bit number


@dataclass(frozen=True)
class Spans:
    """Spans as columns; `of` is the number of the answer or text they belong to."""

    of: Ints
    label: Ints
    begin: Ints
    end: Ints

    def __len__(self) -> int:
        return len(self.of)

    @property
    def columns(self) -> tuple[Ints, Ints, Ints, Ints]:
        return self.of, self.label, self.begin, self.end

    def taken(self, which: Bools | Ints) -> Spans:
        return Spans(*(column[which] for column in self.columns))


@dataclass(frozen=True)
class Texts:
    """Answers to texts.

    lengths : (T,) the places of each text
    answers : (T,) the number of answers to each
    sizes : (A,) the number of spans of each answer
    spans : (S, 3) begin, end, and the label's index in `labels`
    labels : in alphabetical order
    is_known : (T,) whether each text has a gold answer
    known : the spans of gold answers, by text
    """

    lengths: Ints
    answers: Ints
    sizes: Ints
    spans: Ints
    labels: Sequence[str]
    is_known: Bools
    known: Spans

    @cached_property
    def text(self) -> Ints:
        """Return (A,) the text of each answer."""
        return np.repeat(np.arange(len(self.answers)), self.answers)

    @cached_property
    def first(self) -> Ints:
        """Return (T,) the first answer of each text."""
        return np.cumsum(self.answers) - self.answers

    @cached_property
    def others(self) -> Ints:
        """Return (A,) the number of other answers to each answer's text."""
        return self.answers[self.text] - 1

    @cached_property
    def width(self) -> int:
        """Return a number larger than any text's number of places."""
        return int(self.lengths.max(initial=0)) + 1

    @cached_property
    def given(self) -> Spans:
        """Return the spans of the answers, in the order of answer, label, begin and end."""
        answer = np.repeat(np.arange(len(self.sizes)), self.sizes)
        begin, end, label = self.spans.T
        order = np.lexsort((end, begin, label, answer))
        return Spans(answer[order], label[order], begin[order], end[order])

    def check(self) -> None:
        """Raise ValueError, as `check_spans` does, for the first invalid answer."""
        if len(self.labels) > MAX_LABELS:
            raise ValueError(f"At most {MAX_LABELS} labels are counted together.")
        given = self.given
        length = self.lengths[self.text[given.of]]
        wrong = (given.begin < 0) | (given.begin >= given.end) | (given.end > length)
        wrong[1:] |= np.all([column[1:] == column[:-1] for column in given.columns], axis=0)
        barred = [at for at, label in enumerate(self.labels) if PARTED in label]
        wrong |= np.isin(given.label, barred)
        for answer in given.of[wrong][:1].tolist():
            own = given.taken(given.of == answer)
            names = [self.labels[label] for label in own.label.tolist()]
            spans = zip(own.begin.tolist(), own.end.tolist(), names, strict=True)
            check_spans(tuple(spans), int(self.lengths[self.text[answer]]))

    @cached_property
    def units(self) -> Spans:
        """Return the spans of each answer and label, joined as `unitizing.joined` does."""
        group = self.given.of * len(self.labels) + self.given.label
        shift = group * self.width
        top = np.maximum.accumulate(self.given.end + shift)
        starts = np.ones(len(group), bool)
        starts[1:] = (self.given.begin + shift)[1:] >= top[:-1]
        lasts = np.roll(starts, -1)
        return replace(self.given.taken(starts), end=(top - shift)[lasts])


class Met(NamedTuple):
    """Spans paired with the other answers to their texts: a row per span and other answer.

    span, answer : the numbers of the two
    first, times : the first unit of the answer that has the span's label and shares a place with
        it, and the number of such units
    """

    span: Ints
    answer: Ints
    first: Ints
    times: Ints


def meetings(texts: Texts, spans: Spans) -> Iterator[Met]:
    """Yield each span with each other answer to its text, in blocks of rows."""
    units, many = texts.units, len(texts.labels)
    group = (units.of * many + units.label) * texts.width
    begins, ends = group + units.begin, group + units.end
    times = texts.others[spans.of]
    for some in blocks(times):
        owner, at = ranges(np.zeros_like(times[some]), times[some])
        span = owner + some.start
        own = spans.of[span]
        answer = texts.first[texts.text[own]] + at
        answer += answer >= own
        shift = (answer * many + spans.label[span]) * texts.width
        first = np.searchsorted(ends, shift + spans.begin[span], side="right")
        last = np.searchsorted(begins, shift + spans.end[span], side="left")
        yield Met(span, answer, first, last - first)


def blocks(rows: Ints) -> Iterator[slice]:
    """Yield slices that have at most `ROWS_AT_ONCE` rows, or one place.

    >>> [(one.start, one.stop) for one in blocks(np.array([1, ROWS_AT_ONCE, 2, 3]))]
    [(0, 1), (1, 2), (2, 4)]
    """
    total = np.cumsum(rows)
    at = before = 0
    while at < len(rows):
        end = int(np.searchsorted(total, before + ROWS_AT_ONCE, side="right"))
        yield slice(at, at := max(end, at + 1))
        before = int(total[at - 1])


def ranges(first: Ints, times: Ints) -> tuple[Ints, Ints]:
    """Return `times` consecutive numbers from each first one, and the index of their range.

    >>> [column.tolist() for column in ranges(np.array([5, 0, 8]), np.array([2, 0, 1]))]
    [[0, 0, 2], [5, 6, 8]]
    """
    owner = np.repeat(np.arange(len(times)), times)
    before = np.cumsum(times) - times
    return owner, np.arange(len(owner)) + (first - before)[owner]


def summed(keys: Ints, values: Ints | int = 1) -> tuple[Ints, Ints]:
    """Return the distinct keys in order, and the sum of the values of each.

    >>> [column.tolist() for column in summed(np.array([7, 2, 7]), np.array([1, 2, 3]))]
    [[2, 7], [2, 4]]
    """
    found, place = np.unique(keys, return_inverse=True)
    sums = np.zeros(len(found), np.int64)
    np.add.at(sums, place, values)
    return found, sums
