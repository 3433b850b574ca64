"""Evidence of two sides: sets of sentences, with the chosen option."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple, cast

import numpy as np

from agreement.evidence.answers import count_question, f1, overlap
from agreement.evidence.baselines import evaluate, evaluate_human
from agreement.figure import nominal_figure
from agreement.sides.answer_resampling import resample_marks
from agreement.sides.between import NO, YES, Between, Unit, alpha_between
from agreement.tally import Tally
from agreement.votes.nominal import nominal_alpha
from midpath.comparing.base import (
    SIDES,
    Answer,
    Both,
    Comparing,
    Given,
    Measure,
    Resampled,
    StoredItem,
)
from midpath.comparing.figures import nearest_by
from midpath.json_types import Figures
from midpath.schemes.base import Item, Settings
from midpath.schemes.evidence.vector import meaning_of
from midpath.scoring.evidence import system_row
from midpath.text.characters import canonical_parts


class Marked(NamedTuple):
    """The sentences of an answer, empty if it says that there is no answer; `choice` counts from
    0."""

    sentences: tuple[int, ...]
    choice: int | None = None


class AboutQuestion(NamedTuple):
    """The document of a question, and its number of sentences."""

    document: Hashable
    sentences: int


class EvidenceComparing(Comparing):
    """Comparison of answers that are sets of sentence numbers."""

    over = "documents"

    def answer(self, vector: Sequence[int], settings: Settings) -> Marked:
        meaning = meaning_of(vector, settings)
        return Marked(meaning.sentences, meaning.choice)

    def own_words(self, item: Item, settings: Settings) -> Hashable:
        return canonical_parts((item.content["question"], _sentences(item)))

    def about(self, item: Item) -> AboutQuestion:
        return AboutQuestion(cast(StoredItem, item.document).pk, len(_sentences(item)))

    def unit(self, one: Both) -> Hashable:
        about: AboutQuestion = one.about
        return about.document

    def resampled(self, items: Sequence[Both]) -> Resampled:
        rows = [counts for one in items for counts in _counts(one)]
        cells = np.array(rows, dtype=np.float64).reshape(-1, 4)
        documents = dict.fromkeys(self.unit(one) for one in items)
        places = {document: at for at, document in enumerate(documents)}
        of = [places[self.unit(one)] for one in items for _ in range(one.about.sentences)]
        return Resampled(resample_marks(cells[:, :2], cells[:, 2:], of), len(places))

    def measures(self) -> list[Measure]:
        return [
            *super().measures(),
            Measure("marked", "Sentences marked", False, _marked),
            Measure("answerable", "Settled as answerable", True, self._answerable),
        ]

    def _answerable(self, answers: Sequence[Answer], about: object) -> Fraction | None:
        settled = self.settled(answers)
        return None if settled is None else Fraction(bool(settled.sentences))

    def likeness(self, one: Marked, other: Marked) -> Fraction:
        """Return F1 of the sentences; 0 if both mark some but chose different options."""
        if one.choice != other.choice and one.sentences and other.sentences:
            return Fraction(0)
        return f1(one.sentences, other.sentences)

    def alpha(self, items: Iterable[Given]) -> Figures:
        state = Tally.total(
            count_question(one.about.sentences, _marks(one.answers)) for one in items
        )
        return dict(nominal_figure(nominal_alpha(state)))

    def between(self, items: Sequence[Both]) -> Between:
        """Return α of sentences, evidence or not."""
        many = Counter(counts for one in items for counts in _counts(one))
        return alpha_between(_unit(counts, times) for counts, times in many.items())

    def systems(self, items: Sequence[Both]) -> list[Figures]:
        """Return the figures of `score --evidence`: for a system, the mean of its best F1 over all
        people but one; for people, that of each against the others."""
        for at, system in enumerate(SIDES):
            people = [_marks(one.sides[1 - at]) for one in items]
            alone = all(len(one.sides[at]) == 1 for one in items)
            if alone and any(len(said) > 1 for said in people):
                said = [one.sides[at][0].sentences for one in items]
                found = evaluate(zip(said, people, strict=True))
                others = evaluate_human(people)
                return [system_row(SIDES[1 - at], others), system_row(system, found)]
        return []

    def settled(self, answers: Sequence[Answer]) -> Answer | None:
        majority = overlap(_marks(answers)).majority
        return None if majority is None else Marked(tuple(sorted(majority)))

    def nearest(self, items: Sequence[Both], *, mixed: bool = False) -> Figures:
        return nearest_by(self, {"majority": self.settled}, items, mixed=mixed)

    def as_text(self, answer: Answer) -> str:
        numbers = ", ".join(str(sentence + 1) for sentence in answer.sentences)
        return f"sentences {numbers}" if numbers else "no answer"

    def plain(self, answer: Answer) -> list[int]:
        return list(answer.sentences)


def _sentences(item: Item) -> list[str]:
    sentences: list[str] = cast(Item, item.document).content["sentences"]
    return sentences


def _marked(answers: Sequence[Answer], about: object) -> Fraction:
    return Fraction(sum(len(answer.sentences) for answer in answers), len(answers))


def _marks(answers: Sequence[Answer]) -> list[tuple[int, ...]]:
    return [answer.sentences for answer in answers]


def _counts(one: Both) -> Iterator[tuple[int, int, int, int]]:
    """Yield for each sentence how many of the crowd marked it, out of how many, and the same for
    gold."""
    crowd, gold = (Counter(s for answer in side for s in answer.sentences) for side in one.sides)
    for sentence in range(one.about.sentences):
        yield crowd[sentence], len(one.crowd), gold[sentence], len(one.gold)


def _unit(counts: tuple[int, int, int, int], times: int) -> Unit:
    crowd, of_crowd, gold, of_gold = counts
    return {YES: crowd, NO: of_crowd - crowd}, {YES: gold, NO: of_gold - gold}, times
