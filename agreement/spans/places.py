"""The labels of places of many texts at once, counted as in `counting`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from agreement.spans.texts import Ints, Spans, Texts, ranges, summed


class Stretches(NamedTuple):
    """The labelled stretches of answers, cut where any span of the answer begins or ends.

    answer, begin, end : (R,) the answer of each stretch, its begin and its end
    labels : (R,) the labels there, as bits
    """

    answer: Ints
    begin: Ints
    end: Ints
    labels: Ints


def stretches_of(texts: Texts, given: Spans, units: Spans) -> Stretches:
    """Return the stretches of some answers, given their spans and units."""
    shift = given.of * texts.width
    at = np.unique(np.concatenate([shift + given.begin, shift + given.end]))
    row, place = covered(at, units.of * texts.width, units)
    labels = np.zeros(len(at), np.int64)
    np.bitwise_or.at(labels, place, 1 << units.label[row])
    has = np.flatnonzero(labels)
    answer, begin = np.divmod(at[has], texts.width)
    return Stretches(answer, begin, at[has + 1] % texts.width, labels[has])


def covered(at: Ints, shift: Ints, spans: Spans | Stretches) -> tuple[Ints, Ints]:
    """Return for each span the places of `at` that it contains: the numbers of the span and of the
    place. Places are shifted so that those of different texts do not overlap."""
    first = np.searchsorted(at, shift + spans.begin)
    return ranges(first, np.searchsorted(at, shift + spans.end) - first)


def differing(texts: Texts, stretches: Stretches) -> Ints:
    """Return (T,) the number of places with different labels, over ordered pairs of answers."""
    text = texts.text[stretches.answer]
    shift = text * texts.width
    at = np.unique(np.concatenate([shift + stretches.begin, shift + stretches.end]))
    row, place = covered(at, shift, stretches)
    kinds, kind = np.unique(stretches.labels, return_inverse=True)
    key, times = summed(place * len(kinds) + kind[row])
    labelled, squares = np.zeros((2, len(at)), np.int64)
    np.add.at(labelled, key // max(len(kinds), 1), times)
    np.add.at(squares, key // max(len(kinds), 1), times**2)
    text = at // texts.width
    m = texts.answers[text]
    unlike = m**2 - squares - (m - labelled) ** 2
    found = np.zeros(len(texts.answers), np.int64)
    # Extends to the next place; between two texts there is no difference.
    np.add.at(found, text, unlike * np.diff(at, append=0))
    return found
