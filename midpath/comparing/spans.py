"""Spans of two sides."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

import numpy as np

from agreement.bootstrap import Floats
from agreement.spans.consensus import span_votes, word_spans
from agreement.spans.figures import f1, span_contribution, span_figures
from agreement.spans.intervals import alpha_estimator
from agreement.tally import Tally
from midpath.comparing.base import Answer, Both, Comparing, Given, Measure, Resampled
from midpath.comparing.figures import nearest_by
from midpath.json_types import Figures
from midpath.schemes.base import Item, Settings
from midpath.schemes.spans.answer import named_spans
from midpath.schemes.spans.places import reading_of


class SpanComparing(Comparing):
    """Comparison of answers that are spans with the names of their labels."""

    no_between = "Spans are compared within a text: α between two sides is not defined for them."

    def answer(self, vector: Sequence[int], settings: Settings) -> Answer:
        return named_spans(vector, settings)

    def about(self, item: Item) -> int:
        return reading_of(item).length(self.crowd["unit"])

    def likeness(self, one: Answer, other: Answer) -> Fraction:
        return f1(one, other)

    def alpha(self, items: Iterable[Given]) -> Figures:
        state = Tally.total(span_contribution(one.answers, one.about) for one in items)
        return dict(span_figures(state)["coincidence"])

    def resampled(self, items: Sequence[Both]) -> Resampled:
        alphas = [
            alpha_estimator(states)
            for states in zip(*(_contributions(one) for one in items), strict=True)
        ]

        def estimate(weights: Floats) -> Floats:
            found = [alpha(weights) for alpha in alphas]
            return np.column_stack([*found, np.full(len(weights), np.nan)])

        return Resampled(estimate, len(items))

    def measures(self) -> list[Measure]:
        return [*super().measures(), Measure("spans", "Spans marked", False, _spans)]

    def settled(self, answers: Sequence[Answer]) -> Answer | None:
        voted = span_votes(answers)
        return None if voted.half else tuple(sorted(voted.chosen))

    def nearest(self, items: Sequence[Both], *, mixed: bool = False) -> Figures:
        ways = {"majority": self.settled, "places": _place_by_place}
        return nearest_by(self, ways, items, mixed=mixed)

    def as_text(self, answer: Answer) -> str:
        return ", ".join(f"{begin}–{end} {label}" for begin, end, label in answer) or "no span"


def _contributions(one: Both) -> list[Tally]:
    """Return an item's contributions to α of the crowd, of gold and of both."""
    return [span_contribution(given, one.about) for given in (*one.sides, one.together)]


def _place_by_place(answers: Sequence[Answer]) -> Answer:
    return tuple(word_spans(answers))


def _spans(answers: Sequence[Answer], about: object) -> Fraction:
    return Fraction(sum(map(len, answers)), len(answers))
