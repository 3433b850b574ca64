"""Comparison of pairs and labels, whose answers have names."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from typing import Any

from agreement.sides.answer_resampling import resample_labels
from agreement.sides.between import (
    Between,
    Unit,
    alpha_between,
    interval_apart,
    mean_between,
    ordinal_apart,
)
from agreement.tally import Tally
from agreement.votes.ballots import ballots_of
from agreement.votes.consensus import majority
from agreement.votes.crowd import figures_of_crowd
from agreement.votes.label_crowd import figures_of_label_crowd
from agreement.votes.label_figures import label_contribution, label_figures
from agreement.votes.pair_figures import pair_contribution, pair_figures
from midpath.comparing.base import Answer, Both, Comparing, Given, Measure, Resampled
from midpath.json_types import Figures
from midpath.schemes.base import InvalidAnswer, Item, Settings
from midpath.schemes.label.answer import codes, codes_of
from midpath.schemes.label.gold_answers import known_answer
from midpath.schemes.label.settings import ANY, SCALE
from midpath.schemes.label.texts import texts_of
from midpath.schemes.overlap import shared
from midpath.text.characters import canonical_parts

WAYS = ("majority", "absolute_majority", "median", "dawid_skene")


class PairComparing(Comparing):
    """Comparison of answers that are the chosen labels."""

    few = True

    def answer(self, vector: Sequence[int], settings: Settings) -> Answer:
        return settings["answers"][vector[0]]["label"]

    def own_words(self, item: Item, settings: Settings) -> Hashable:
        return canonical_parts([item.content[side]["text"] for side in ("left", "right")])

    def likeness(self, one: Answer, other: Answer) -> Fraction:
        return Fraction(one == other)

    def alpha(self, items: Iterable[Given]) -> Figures:
        state = Tally.total(pair_contribution(one.answers, self.yes) for one in items)
        return dict(pair_figures(state)["alpha"])

    def between(self, items: Sequence[Both]) -> Between:
        return alpha_between((Counter(one.crowd), Counter(one.gold), 1) for one in items)

    def about(self, item: Item) -> Answer | None:
        """Return the dataset's gold answer."""
        return item.content.get("gold")

    def resampled(self, items: Sequence[Both]) -> Resampled:
        sides = [[[(answer,) for answer in side] for side in one.sides] for one in items]
        labels = sorted({answer for one in items for answer in one.together})
        crowd, gold = [one[0] for one in sides], [one[1] for one in sides]
        return Resampled(resample_labels(crowd, gold, "one", "nominal", labels), len(items))

    def measures(self) -> list[Measure]:
        return [
            *super().measures(),
            Measure("yes", "Answers that mean yes", True, self._share_of_yes),
            Measure("settled_yes", "Settled as yes", True, self._settled_yes),
            Measure("right", "Consensus equals the gold answer", True, partial(_right, self)),
        ]

    def _share_of_yes(self, answers: Sequence[Answer], about: object) -> Fraction | None:
        said = sum(answer in self.yes for answer in answers)
        return Fraction(said, len(answers)) if self.yes else None

    def _settled_yes(self, answers: Sequence[Answer], about: object) -> Fraction | None:
        settled = self.settled(answers)
        return None if settled is None or not self.yes else Fraction(settled in self.yes)

    def settled(self, answers: Sequence[Answer]) -> Answer | None:
        return majority(answers).winner

    def nearest(self, items: Sequence[Both], *, mixed: bool = False) -> Figures:
        ballots = ballots_of(_votes(items, mixed=mixed))
        return _accuracies(figures_of_crowd(ballots, _settled(self, items)))

    @property
    def yes(self) -> frozenset[str]:
        """Return the answers that mean yes for either side."""
        named = (*self.crowd["answers"], *self.gold["answers"])
        return frozenset(one["label"] for one in named if one["yes"])


class LabelComparing(Comparing):
    """Comparison of answers that are tuples of label codes: one, any number, or a place on a
    scale."""

    few = True

    @property
    def kind(self) -> Any:
        return self.crowd["kind"]

    def answer(self, vector: Sequence[int], settings: Settings) -> Answer:
        return codes_of(vector, settings)

    def own_words(self, item: Item, settings: Settings) -> Hashable:
        return canonical_parts([one["text"] for one in texts_of(item, settings)])

    def likeness(self, one: Answer, other: Answer) -> Fraction:
        if self.kind == SCALE:
            return 1 - abs(Fraction(one[0]) - Fraction(other[0])) / self.width
        return shared(one, other)

    def alpha(self, items: Iterable[Given]) -> Figures:
        level = self.crowd["level"]
        state = Tally.total(
            label_contribution(one.answers, self.kind, level, self.labels) for one in items
        )
        return dict(label_figures(state)["alpha"])

    def between(self, items: Sequence[Both]) -> Between:
        if self.kind == ANY:
            return mean_between([one.sides for one in items], self.labels)
        if self.kind != SCALE:
            return alpha_between(_units(items))
        interval = self.crowd["level"] == "interval"
        apart = interval_apart if interval else ordinal_apart(_units(items))
        return alpha_between(_units(items), apart)

    def about(self, item: Item) -> Answer | None:
        """Return the dataset's gold answer."""
        with suppress(InvalidAnswer):
            known = known_answer(item, self.crowd)
            return None if known is None else codes_of((known,), self.crowd)
        return None

    def resampled(self, items: Sequence[Both]) -> Resampled:
        crowd, gold = [one.crowd for one in items], [one.gold for one in items]
        level = self.crowd["level"]
        return Resampled(resample_labels(crowd, gold, self.kind, level, self.labels), len(items))

    def measures(self) -> list[Measure]:
        known = Measure("right", "Consensus equals the gold answer", True, partial(_right, self))
        own = super().measures()
        if self.kind == ANY:
            return [*own, Measure("labels", "Labels chosen", False, _labels_chosen), known]
        if self.kind == SCALE:
            return [*own, Measure("place", "Place on the scale", False, _place), known]
        return [*own, known]

    def settled(self, answers: Sequence[Answer]) -> Answer | None:
        if self.kind != ANY:
            won = majority(answer[0] for answer in answers).winner
            return None if won is None else (won,)
        times = Counter(label for answer in answers for label in answer)
        if any(2 * count == len(answers) for count in times.values()):
            return None
        return tuple(label for label in self.labels if 2 * times[label] > len(answers))

    def as_text(self, answer: Answer) -> str:
        return ", ".join(answer) or "no label"

    def nearest(self, items: Sequence[Both], *, mixed: bool = False) -> Figures:
        ballots = ballots_of(_votes(items, mixed=mixed))
        return _accuracies(figures_of_label_crowd(ballots, self.kind, _settled(self, items)))

    @property
    def labels(self) -> list[str]:
        """Return the labels of both sides, the crowd's first."""
        return list(dict.fromkeys([*codes(self.crowd), *codes(self.gold)]))

    @property
    def width(self) -> Fraction:
        """Return the distance between the ends of the scale."""
        return Fraction(max(len(self.labels) - 1, 1))


def _right(comparing: Comparing, answers: Sequence[Answer], about: object) -> Fraction | None:
    settled = comparing.settled(answers)
    return None if about is None or settled is None else Fraction(settled == about)


def _labels_chosen(answers: Sequence[Answer], about: object) -> Fraction:
    return Fraction(sum(len(answer) for answer in answers), len(answers))


def _place(answers: Sequence[Answer], about: object) -> Fraction:
    return sum((Fraction(answer[0]) for answer in answers), Fraction(0)) / len(answers)


def _units(items: Iterable[Both]) -> Iterator[Unit]:
    for one in items:
        crowd, gold = (Counter(answer[0] for answer in side) for side in one.sides)
        yield crowd, gold, 1


def _votes(items: Iterable[Both], *, mixed: bool) -> Iterator[tuple[str, str, Answer]]:
    """Yield the crowd's answers; if mixed, also the gold ones, as answers of other people."""
    for one in items:
        for who, answer in zip(one.by, one.crowd, strict=True):
            yield one.key, f"crowd {who}", answer
        for who, answer in zip(one.gold_by, one.gold, strict=True) if mixed else ():
            yield one.key, f"gold {who}", answer


def _settled(comparing: Comparing, items: Iterable[Both]) -> dict[str, Answer]:
    found = {one.key: comparing.settled(one.gold) for one in items}
    return {key: answer for key, answer in found.items() if answer is not None}


def _accuracies(figures: Any) -> Figures:
    """Return the accuracy of each consensus method on the crowd's answers, compared with the gold
    ones, and whether Dawid-Skene did not converge."""
    found, fit = figures["consensus"], figures["dawid_skene"]
    accuracies = {way: dict(found[way]) for way in WAYS if way in found}
    if not fit["converged"]:
        accuracies["dawid_skene"] |= {"rounds": fit["rounds"], "converged": False}
    return accuracies
