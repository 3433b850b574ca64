"""The consensus of labelled spans: by votes for whole spans, and place by place.

By votes, a span is chosen if more than half of the answers contain it, with the same begin, end and
label; a span that exactly half contain is undecided. Place by place, each label is settled
separately: of the places that more than half of the answers give it, two neighbours belong to one
span if more than half of the answers have a span of that label that contains both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from agreement.spans.unitizing import Unit, joined

Span = tuple[int, int, str]


class Settled(NamedTuple):
    """The chosen spans, and those that half of the answers have, in order."""

    chosen: list[Span]
    half: list[Span]


def span_votes(answers: Sequence[Sequence[Span]]) -> Settled:
    """Return the spans that more than half, and that exactly half, of the answers have.

    >>> span_votes([((0, 2, "a"), (4, 5, "b")), ((0, 2, "a"),), ((0, 1, "a"), (4, 5, "b"))]).chosen
    [(0, 2, 'a'), (4, 5, 'b')]
    """
    times = Counter(span for answer in answers for span in answer)
    m = len(answers)
    return Settled(
        sorted(span for span, n in times.items() if 2 * n > m),
        sorted(span for span, n in times.items() if 2 * n == m),
    )


def word_spans(answers: Sequence[Sequence[Span]]) -> list[Span]:
    """Return the spans of the places that more than half of the answers give a label.

    >>> word_spans([((0, 3, "a"),), ((1, 4, "a"),), ((1, 2, "a"), (2, 3, "a"))])
    [(1, 3, 'a')]
    >>> word_spans([((0, 1, "a"), (1, 2, "a")), ((0, 2, "a"),)])
    [(0, 1, 'a'), (1, 2, 'a')]
    """
    labels = {label for answer in answers for _, _, label in answer}
    return sorted(
        (begin, end, label)
        for label in labels
        for begin, end in _runs(
            [joined((a, b) for a, b, of in answer if of == label) for answer in answers]
        )
    )


def _runs(given: Sequence[Sequence[Unit]]) -> list[Unit]:
    """Return the spans of one label; within an answer, they do not overlap.

    Nothing changes between two places where a span begins or ends, so whole stretches are settled
    at once.
    """
    begins = Counter(begin for spans in given for begin, _ in spans)
    ends = Counter(end for spans in given for _, end in spans)
    found: list[Unit] = []
    votes = 0
    for at, following in pairwise(sorted({*begins, *ends})):
        across = votes - ends[at]
        votes = across + begins[at]
        if 2 * votes <= len(given):
            continue
        if found and found[-1][1] == at and 2 * across > len(given):
            found[-1] = (found[-1][0], following)
        else:
            found.append((at, following))
    return found
