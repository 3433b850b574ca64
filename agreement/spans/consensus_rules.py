"""The consensus of many texts at once: votes for whole spans, and place by place.

Both equal `consensus` of each text.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from agreement.spans.texts import Bools, Ints, Spans, Texts


class Settled(NamedTuple):
    """All distinct spans of answers, consensus or gold answers, text by text, in the order of
    begin, end and label; `of` of a span is its text.

    times : how many answers have each
    number : (S,) the index of each given span among the distinct ones, in the order of
        `Texts.given`
    chosen, half, words, known : whether more than half, and exactly half, of the answers have it,
        whether it is the result place by place, and whether it is in the gold answer
    """

    spans: Spans
    times: Ints
    number: Ints
    chosen: Bools
    half: Bools
    words: Bools
    known: Bools


def settle(texts: Texts) -> Settled:
    """Return the spans of all texts, and which of them are the consensus of each text."""
    given = replace(texts.given, of=texts.text[texts.given.of])
    words = word_spans(texts)
    three = zip(given.columns, words.columns, texts.known.columns, strict=True)
    everything = Spans(*map(np.concatenate, three))
    order = np.lexsort((everything.label, everything.end, everything.begin, everything.of))
    ordered = everything.taken(order)
    new = np.ones(len(order), bool)
    new[1:] = np.any([column[1:] != column[:-1] for column in ordered.columns], axis=0)
    number = np.empty(len(order), np.int64)
    number[order] = np.cumsum(new) - 1
    spans = ordered.taken(new)
    by_given, by_words, by_known = np.split(number, [len(given), len(given) + len(words)])
    times = np.bincount(by_given, minlength=len(spans))
    m = texts.answers[spans.of]
    marks = [np.bincount(by, minlength=len(spans)) > 0 for by in (by_words, by_known)]
    return Settled(spans, times, by_given, 2 * times > m, (times > 0) & (2 * times == m), *marks)


def word_spans(texts: Texts) -> Spans:
    """Return the spans of the places that more than half of the answers give a label, by text."""
    units, width, many = texts.units, texts.width, len(texts.labels)
    shift = (texts.text[units.of] * many + units.label) * width
    # The places of each text and label where any span begins or ends.
    at, place = np.unique(
        np.concatenate([shift + units.begin, shift + units.end]), return_inverse=True
    )
    begun, ended = (np.bincount(some, minlength=len(at)) for some in np.split(place, [len(units)]))
    votes = np.cumsum(begun - ended)
    across = votes - begun
    group, begins = np.divmod(at, width)
    text, label = np.divmod(group, many)
    m = texts.answers[text]
    chosen = 2 * votes > m
    goes_on = np.zeros(len(at), bool)
    goes_on[1:] = chosen[1:] & chosen[:-1] & (2 * across > m)[1:]
    starts = np.flatnonzero(chosen & ~goes_on)
    lasts = np.flatnonzero(chosen & ~np.append(goes_on[1:], False))
    return Spans(text[starts], label[starts], begins[starts], begins[lasts + 1])
