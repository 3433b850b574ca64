"""Answers to many texts as arrays of numbers, and how their spans lie to each other.

T texts have A answers with S spans. An answer is named by its number among all, a label by its
place in the alphabet. Everything is in the order of the texts and their answers.
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
MAX_LABELS = 62  # each is a bit of a whole number of 64


@dataclass(frozen=True)
class Spans:
    """Spans as columns; `of` is the number of what they belong to, an answer or a text."""

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
    answers : (T,) how many answers each has
    sizes : (A,) how many spans each answer has
    spans : (S, 3) from, up to, and the label's place among `labels`
    labels : in alphabetical order
    is_known : (T,) whether an answer is known to each text
    known : the spans of known answers, by text
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
        """Return (A,) how many other answers the text of each has."""
        return self.answers[self.text] - 1

    @cached_property
    def width(self) -> int:
        """Return more places than any text has."""
        return int(self.lengths.max(initial=0)) + 1

    @cached_property
    def given(self) -> Spans:
        """Return the spans of the answers, in the order of answer, label, begin and end."""
        answer = np.repeat(np.arange(len(self.sizes)), self.sizes)
        begin, end, label = self.spans.T
        order = np.lexsort((end, begin, label, answer))
        return Spans(answer[order], label[order], begin[order], end[order])

    def check(self) -> None:
        """Raise ValueError as `check_spans` does, of the first answer that is no sound one."""
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
    """Spans beside other answers of their texts: a row for each span and each other answer.

    span, answer : the numbers of both
    first, times : the first unit of the answer with the span's label that shares a place with it,
        and how many do
    """

    span: Ints
    answer: Ints
    first: Ints
    times: Ints


def meetings(texts: Texts, spans: Spans) -> Iterator[Met]:
    """Yield each span beside each other answer of its text, so many rows at once."""
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
        beyond = np.searchsorted(begins, shift + spans.end[span], side="left")
        yield Met(span, answer, first, beyond - first)


def blocks(rows: Ints) -> Iterator[slice]:
    """Yield slices that have at most `ROWS_AT_ONCE` rows, or one place.

    >>> [(one.start, one.stop) for one in blocks(np.array([1, ROWS_AT_ONCE, 2, 3]))]
    [(0, 1), (1, 2), (2, 4)]
    """
    total = np.cumsum(rows)
    at = before = 0
    while at < len(rows):
        beyond = int(np.searchsorted(total, before + ROWS_AT_ONCE, side="right"))
        yield slice(at, at := max(beyond, at + 1))
        before = int(total[at - 1])


def ranges(first: Ints, times: Ints) -> tuple[Ints, Ints]:
    """Return the numbers from each first one on, so many each, and whose they are.

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
