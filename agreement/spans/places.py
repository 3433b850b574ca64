"""The labels of places of many texts at once, as `counting` counts them one text at a time."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from agreement.spans.texts import Ints, Spans, Texts, ranges, summed


class Stretches(NamedTuple):
    """The stretches of answers that have labels, cut where any span of the answer begins or ends.

    answer, begin, end : (R,) whose each is, from where, and up to where
    labels : (R,) the labels there, a bit each
    """

    answer: Ints
    begin: Ints
    end: Ints
    labels: Ints


def stretches_of(texts: Texts, given: Spans, units: Spans) -> Stretches:
    """Return the stretches of some answers, of which these are the spans and the units."""
    shift = given.of * texts.width
    at = np.unique(np.concatenate([shift + given.begin, shift + given.end]))
    row, place = covered(at, units.of * texts.width, units)
    labels = np.zeros(len(at), np.int64)
    np.bitwise_or.at(labels, place, 1 << units.label[row])
    has = np.flatnonzero(labels)
    answer, begin = np.divmod(at[has], texts.width)
    return Stretches(answer, begin, at[has + 1] % texts.width, labels[has])


def covered(at: Ints, shift: Ints, spans: Spans | Stretches) -> tuple[Ints, Ints]:
    """Return for each span the places of `at` that it holds: the number of the span, and of the
    place. Places are shifted so that those of unlike texts are apart."""
    first = np.searchsorted(at, shift + spans.begin)
    return ranges(first, np.searchsorted(at, shift + spans.end) - first)


def differing(texts: Texts, stretches: Stretches) -> Ints:
    """Return (T,) the ordered pairs of answers, and places that have unlike labels in them."""
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
    # Up to the place that follows; between two texts nobody differs.
    np.add.at(found, text, unlike * np.diff(at, append=0))
    return found
