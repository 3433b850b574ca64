"""Figures and summaries of items that workers label, ready for JSON.

An answer is one of several labels (kind "one"), any number of them ("any"), or a place on a scale
("scale"; level ordinal or interval). A campaign's tally is the sum of its items' contributions,
whose keys `label_counting` explains.

Alpha is nominal for "one", and of the scale's level for "scale". For "any" each label is a separate
question, chosen or not, and alpha is the mean of the labels' nominal alphas.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from agreement.figure import figure_of, nominal_figure
from agreement.votes.consensus import majority_of
from agreement.votes.label_counting import (
    Answer,
    Kind,
    LabelBallots,
    Level,
    check_answers,
    count_labels,
    label_contribution,
)
from agreement.votes.label_shapes import (
    Alpha,
    ItemSummary,
    Label,
    LabelFigures,
    Majority,
    MeanAlpha,
    OnScale,
    Pairwise,
    Place,
    Settled,
)
from agreement.votes.label_tally import Counts, counts_of
from agreement.votes.nominal import Nominal
from agreement.votes.scale_alpha import number_of

__all__ = [
    "Answer",
    "Kind",
    "LabelBallots",
    "Level",
    "count_labels",
    "label_contribution",
    "label_figures",
    "label_item_summary",
]

NO_TWO = "No item has two judgments."
ALIKE = "All judgments are alike, so there is no variety to compare."
LABEL_ALIKE = "All judgments agree on this label, so there is no variety to compare."
ALL_LABELS_ALIKE = "All judgments agree on every label, so there is no variety to compare."


def label_figures(state: Mapping[str, int]) -> LabelFigures:
    """Return all figures of a campaign's tally, the sum of its items' contributions.

    An undefined figure has the value None and a "reason" in words; "exact" is a fraction as "p/q".
    Labels are in alphabetical order, on a scale from low to high. A label that was never given is
    not in a tally. Raises ValueError if contributions of several kinds or levels were added.

    >>> from agreement.tally import Tally
    >>> answers = [[("a",), ("a",), ("b",)], [("b",), ("b",)], [("a",)]]
    >>> state = Tally.total(label_contribution(item, "one", "nominal", "ab") for item in answers)
    >>> found = label_figures(state)
    >>> found["alpha"]["exact"], found["pairwise"]["exact"], found["one_judgment"]
    ('1/3', '2/3', 1)
    >>> found["majority"]["consensus"], [(one["label"], one["share"]) for one in found["labels"]]
    ({'a': 2, 'b': 1}, [('a', 0.5), ('b', 0.5)])
    """
    counts = counts_of(state)
    alphas = {label: counts.nominal_of(label) for label in counts.labels}
    alike = _pairwise(counts)
    return {
        "kind": counts.kind,
        "level": counts.level,
        "items": counts.items,
        "judgments": counts.judgments,
        "one_judgment": counts.units.get(1, 0),
        "alpha": _alpha(counts, alphas.values()),
        **_on_scale(counts),
        "pairwise_agreement": alike["value"],
        "pairwise": alike,
        "majority": _majority(counts),
        "labels": [_label(counts, label, alpha) for label, alpha in alphas.items()],
    }


def label_item_summary(
    answers: Sequence[Answer], kind: Kind, level: Level, labels: Sequence[str]
) -> ItemSummary:
    """Return a summary of one item: votes for each label, consensus, and disagreement.

    labels : all labels that can be given, in order

    The disagreement, from 0 to 1, is the mean over pairs of answers of: whether they differ (one);
    the share of the labels that only one of them has (any); |a - b| / (K - 1), where a and b are
    places among the K labels (scale). Undefined with fewer than two answers.

    For "any", `chosen` are the labels of more than half of the answers and `undecided` those of
    exactly half. Then `winner` is None, `ties` are the undecided labels, and `absolute` is whether
    there are none. Raises ValueError if an answer does not belong to the kind.

    >>> found = label_item_summary([("1",), ("3",), ("3",)], "scale", "ordinal", ["1", "2", "3"])
    >>> found["votes"], found["winner"], found["disagreement"]["exact"]
    ([['1', 1], ['3', 2]], '3', '2/3')
    >>> label_item_summary([("a", "b"), ("a",)], "any", "nominal", ["a", "b", "c"])["undecided"]
    ['b']
    """
    check_answers(answers, kind, level, labels)
    place = {label: number for number, label in enumerate(labels)}
    times = Counter(label for answer in answers for label in answer)
    order = sorted(times, key=lambda label: (0 if kind == "scale" else -times[label], place[label]))
    m = len(answers)
    unlike = _disagreement(times, m, kind, labels) if m > 1 else None
    return {
        "n": m,
        "votes": [[label, times[label]] for label in order],
        **(_sets(times, m, labels) if kind == "any" else _winner(times, place)),
        "disagreement": figure_of(unlike, "The item has fewer than two answers."),
    }


def _sets(times: Counter[str], m: int, labels: Sequence[str]) -> Settled:
    undecided = [label for label in labels if 0 < 2 * times[label] == m]
    return {
        "winner": None,
        "support": max(times.values(), default=0),
        "absolute": bool(m) and not undecided,
        "ties": undecided,
        "chosen": [label for label in labels if 2 * times[label] > m],
        "undecided": undecided,
    }


def _winner(times: Counter[str], place: Mapping[str, int]) -> Settled:
    won = majority_of(times)
    return {
        "winner": won.winner,
        "support": won.support,
        "absolute": won.absolute,
        "ties": sorted(won.ties, key=place.__getitem__),
    }


def _on_scale(counts: Counts) -> OnScale:
    if counts.kind != "scale":
        return {}
    return {
        "nominal": _shown(counts.nominal(), ALIKE),
        "mean": _mean(counts),
        "median": _median(counts),
    }


def _alpha(counts: Counts, of_labels: Iterable[Nominal]) -> Alpha | MeanAlpha:
    if counts.kind == "any":
        return _mean_alpha(counts, list(of_labels))
    return _shown(counts.on_scale() if counts.kind == "scale" else counts.nominal(), ALIKE)


def _mean_alpha(counts: Counts, found: Sequence[Nominal]) -> MeanAlpha:
    """Return the mean over the labels whose alpha is defined; `labels` is how many these are.

    A mean of alphas has no observed and expected disagreement.
    """
    values = [one.value for one in found if one.value is not None]
    mean = sum(values, Fraction(0)) / len(values) if values else None
    return {
        **figure_of(mean, ALL_LABELS_ALIKE if counts.items_together else NO_TWO),
        "observed": None,
        "expected": None,
        "items": counts.items_together,
        "judgments": counts.judgments_together,
        "left_out": counts.units.get(1, 0),
        "labels": len(values),
    }


def _shown(found: Nominal, alike: str) -> Alpha:
    return {
        **nominal_figure(found, alike if found.units else NO_TWO),
        "items": found.units,
        "judgments": found.labels,
        "left_out": found.left_out,
    }


def _pairwise(counts: Counts) -> Pairwise:
    """Return the mean over items with m > 1 answers of 1 - unlike / (m (m - 1))."""
    items, alike = counts.items_together, Fraction(counts.items_together)
    for m, unlike in counts.unlike.items():
        alike -= Fraction(unlike, m * (m - 1))
    return {**figure_of(alike / items if items else None, NO_TWO), "items": items}


def _majority(counts: Counts) -> Majority:
    won = {label: counts.consensus.get(label, 0) for label in counts.labels}
    share = counts.absolute / counts.items if counts.items else None
    return {
        "consensus": {label: items for label, items in won.items() if items},
        "ties": counts.tied,
        "absolute": {"items": counts.absolute, "share": share},
    }


def _label(counts: Counts, label: str, alpha: Nominal) -> Label:
    given = counts.given(label)
    return {
        "label": label,
        "judgments": given,
        "share": given / counts.judgments,
        "consensus": counts.consensus.get(label, 0),
        "alpha": _shown(alpha, LABEL_ALIKE),
    }


def _mean(counts: Counts) -> Place:
    values = (counts.given(label) * number_of(label) for label in counts.labels)
    n = counts.judgments
    return {**figure_of(sum(values, Fraction(0)) / n, ""), "judgments": n}


def _median(counts: Counts) -> Place:
    """Return the median of all values; of an even number of them, the mean of the middle two."""
    n, upto, middle = counts.judgments, 0, Fraction(0)
    for label in counts.labels:
        before, upto = upto, upto + counts.given(label)
        middle += number_of(label) * sum(before <= at < upto for at in ((n - 1) // 2, n // 2))
    return {**figure_of(middle / 2, ""), "judgments": n}


def _disagreement(times: Mapping[str, int], m: int, kind: Kind, labels: Sequence[str]) -> Fraction:
    pairs = m * (m - 1) // 2
    if kind == "any":
        return Fraction(sum(c * (m - c) for c in times.values()), pairs * len(labels))
    if kind == "one":
        return Fraction(m * m - sum(c * c for c in times.values()), 2 * pairs)
    given = [times.get(label, 0) for label in labels]
    apart = sum(
        count * other * (high - low)
        for high, count in enumerate(given)
        for low, other in enumerate(given[:high])
    )
    return Fraction(apart, pairs * max(len(labels) - 1, 1))
