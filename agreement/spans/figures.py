"""Figures and summaries of texts with labelled spans, ready for JSON.

alpha : Krippendorff's alpha for unitizing, over all labels (`unitizing`)
coincidence : the later alpha for unitizing of Krippendorff, Mathet, Bouvry and Widlöcher 2016,
    nominal, over all labels and the unlabelled rest. The stretches shared by two answers are
    compared by their length. By chance, stretches are paired at random, but never with themselves:
    with n_c places of the labels c, q_c the sum of the squared lengths of their stretches (n_c for
    the unlabelled rest), n and q their sums,
        1 - differ (n - q / n) / (n^2 - sum of n_c^2)
    A stretch is cut wherever any span of an answer begins or ends, and its value is the set of
    labels there; where spans do not overlap, that is the published definition.
places : nominal alpha of the labels of each place, as in `agreement.votes.nominal`: the same with
    q = n
exact : the share of an answer's spans that another answer has too, with the same begin, end and
    label: F1 between workers, over all pairs
partial : the same, if the other answer has a span of the same label that shares a place

differ is the number of places that have different labels in two answers. In each, the pairs of a
text of m answers count 1 / (m - 1), so every answer counts once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from agreement.figure import as_float, figure_of
from agreement.spans.consensus import span_votes, word_spans
from agreement.spans.counting import Answer, Span, check_spans, span_contribution
from agreement.spans.shapes import Alpha, ItemSummary, Label, Shared, SpanFigures
from agreement.spans.tally import Counts, counts_of, weighed
from agreement.spans.unitizing import Unitized, unit_alpha

__all__ = ["Answer", "Span", "span_contribution", "span_figures", "span_item_summary"]

FEWER_THAN_TWO = "The text has fewer than two answers."
NO_TWO = "No text has two judgments."
NO_SPANS = "Nobody marked anything, so there is nothing to compare."
NO_SPAN_OF_LABEL = "Nobody gave a span this label where others judged too."
ALIKE = "All judgments mark the same, so there is no variety to compare."


def span_figures(state: Mapping[str, int]) -> SpanFigures:
    """Return all figures of a campaign's tally, the sum of its texts' contributions.

    An undefined figure has the value None and a "reason" in words; "exact" is a fraction as "p/q".
    Labels are in alphabetical order. A label that was never given is not in a tally.

    >>> one, other = ((0, 2, "PER"),), ((0, 1, "PER"), (3, 4, "LOC"))
    >>> found = span_figures(span_contribution([one, other, one], 5))
    >>> [found[name]["exact"] for name in ("exact", "partial", "pairwise", "places")]
    ['1/4', '3/4', '1/3', '31/59']
    """
    counts = counts_of(state)
    pairwise = _pairwise(counts)
    return {
        "items": counts.items,
        "judgments": counts.judgments,
        "one_judgment": counts.units.get(1, 0),
        "alpha": _unitized(counts, counts.labels),
        "coincidence": _nominal(counts, stretched=True),
        "places": _nominal(counts, stretched=False),
        "exact": _shared(counts, counts.exact, counts.labels),
        "partial": _shared(counts, counts.touch, counts.labels),
        "pairwise_agreement": pairwise["value"],
        "pairwise": pairwise,
        "given": {
            "spans": (spans := counts.given.total() + counts.alone.total()),
            "mean": spans / counts.judgments if counts.judgments else None,
            "none": counts.none,
        },
        "consensus": {
            "votes": counts.votes.total(),
            "words": counts.words.total(),
            "undecided": counts.undecided,
        },
        "labels": [_label(counts, label, spans) for label in counts.labels],
    }


def span_item_summary(answers: Sequence[Answer], length: int) -> ItemSummary:
    """Return a summary of one text: votes for each span, both consensus methods, and disagreement.

    The disagreement, from 0 to 1, is 1 minus the mean F1 of exact spans over pairs of answers; two
    answers without a span are equal. Undefined with fewer than two answers.

    >>> found = span_item_summary([((0, 2, "a"),), ((0, 2, "a"), (3, 4, "b")), ()], 5)
    >>> found["votes"], found["voted"], found["disagreement"]["exact"]
    ([[0, 2, 'a', 2], [3, 4, 'b', 1]], [[0, 2, 'a']], '7/9')
    """
    for answer in answers:
        check_spans(answer, length)
    times = Counter(span for answer in answers for span in answer)
    settled = span_votes(answers)
    likeness = [f1(one, other) for one, other in combinations(answers, 2)]
    unlike = 1 - sum(likeness, Fraction(0)) / len(likeness) if likeness else None
    return {
        "n": len(answers),
        "length": length,
        "votes": [[*span, times[span]] for span in sorted(times)],
        "voted": [list(span) for span in settled.chosen],
        "half": [list(span) for span in settled.half],
        "words": [list(span) for span in word_spans(answers)],
        "disagreement": figure_of(unlike, FEWER_THAN_TWO),
    }


def f1(one: Answer, other: Answer) -> Fraction:
    """Return twice the number of common spans divided by the number of all spans; 1 if there is
    none.

    >>> f1(((0, 2, "a"),), ((0, 2, "a"), (3, 4, "a"))), f1((), ())
    (Fraction(2, 3), Fraction(1, 1))
    """
    spans = len(one) + len(other)
    return Fraction(2 * len(set(one) & set(other)), spans) if spans else Fraction(1)


def _label(counts: Counts, label: str, spans: int) -> Label:
    given = counts.given[label] + counts.alone[label]
    return {
        "label": label,
        "spans": given,
        "share": given / spans,
        "alpha": _unitized(counts, [label], NO_SPAN_OF_LABEL),
        "exact": _shared(counts, counts.exact, [label], NO_SPAN_OF_LABEL),
        "partial": _shared(counts, counts.touch, [label], NO_SPAN_OF_LABEL),
        "votes": counts.votes[label],
        "words": counts.words[label],
    }


def _unitized(counts: Counts, labels: Sequence[str], without: str = NO_SPANS) -> Alpha:
    found = unit_alpha((counts.counted(label) for label in labels), counts.continuum)
    marked = any(counts.given[label] for label in labels)
    return _alpha(counts, found, ALIKE if marked else without)


def _nominal(counts: Counts, *, stretched: bool) -> Alpha:
    """Return alpha of the labels of places: as stretches of them, or each place by itself."""
    n = counts.continuum.observed
    if not n:
        return _alpha(counts, Unitized(None, None, None), NO_TWO)
    bare = n - counts.value.total()
    unlike = n * n - bare * bare - sum(times**2 for times in counts.value.values())
    alone = bare + counts.square.total() if stretched else n
    observed, pairs = weighed(counts.differ) / n, n * n - alone
    if not unlike or not pairs:
        return _alpha(
            counts, Unitized(None, observed, Fraction(0)), ALIKE if counts.value else NO_SPANS
        )
    expected = Fraction(unlike, pairs)
    return _alpha(counts, Unitized(1 - observed / expected, observed, expected), "")


def _alpha(counts: Counts, found: Unitized, undefined: str) -> Alpha:
    return {
        **figure_of(found.value, undefined if counts.together else NO_TWO),
        "observed": as_float(found.observed),
        "expected": as_float(found.expected),
        "items": counts.together,
        "judgments": counts.judgments_together,
        "left_out": counts.units.get(1, 0),
    }


def _pairwise(counts: Counts) -> Shared:
    """Return the mean over texts with m > 1 answers of 1 - unlike / (m (m - 1))."""
    unlike = (Fraction(total, m * (m - 1)) for m, total in counts.unlike.items())
    items = counts.together
    alike = 1 - sum(unlike, Fraction(0)) / items if items else None
    return {**figure_of(alike, NO_TWO), "items": items}


def _shared(
    counts: Counts,
    pairs: Mapping[str, Mapping[int, int]],
    labels: Sequence[str],
    without: str = NO_SPANS,
) -> Shared:
    given = sum(counts.given[label] for label in labels)
    both = sum((weighed(pairs.get(label, {})) for label in labels), Fraction(0))
    value = both / given if given else None
    why = without if counts.together else NO_TWO
    return {**figure_of(value, why), "items": counts.together}
