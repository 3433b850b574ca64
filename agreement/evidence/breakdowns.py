"""Agreement and F1 of groups of questions, by the values of a column (PrivacyQA, Ravichander et al.
2019, Table 7: by category).

A question with several values counts in the group of each, so groups may overlap.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from agreement.evidence.answers import Answer, count_question
from agreement.evidence.baselines import Evaluation, Total
from agreement.tally import Tally
from agreement.votes.nominal import Nominal, nominal_alpha

NO_PAIR = "No question has two answers."


class Case(NamedTuple):
    """A question: its values in a column, the number of sentences of its document, the experts'
    answers, and each system's answer."""

    values: Collection[str]
    sentences: int
    answers: Sequence[Answer]
    predicted: Mapping[str, Answer] = {}


class Group(NamedTuple):
    """The questions with one value: their number, nominal alpha of their sentences, and the
    evaluation of experts and of each system."""

    questions: int
    alpha: Nominal
    human: Evaluation
    systems: Mapping[str, Evaluation]


def by_value(cases: Iterable[Case]) -> dict[str, Group]:
    """Return the groups of questions by value, the largest first, then by name.

    Each system answers every question. A group without two answers to any question has no alpha
    and no human F1.

    >>> cases = [
    ...     Case(["first", "third"], 9, [{1}, {1}], {"none": ()}),
    ...     Case(["third"], 9, [(), {2}], {"none": ()}),
    ... ]
    >>> found = by_value(cases)
    >>> [(value, group.questions, str(group.human.scores.f1)) for value, group in found.items()]
    [('third', 2, '1/2'), ('first', 1, '1')]
    >>> str(found["third"].systems["none"].scores.f1), str(found["first"].alpha.value)
    ('1/4', '1')
    """
    counts: defaultdict[str, _Count] = defaultdict(_Count)
    for case in cases:
        for value in set(case.values):
            counts[value].add(case)
    groups = {value: count.group() for value, count in counts.items()}
    return dict(sorted(groups.items(), key=lambda entry: (-entry[1].questions, entry[0])))


class _Count:
    def __init__(self) -> None:
        self._questions = 0
        self._sentences = Tally()
        self._human = Total(NO_PAIR)
        self._systems: defaultdict[str, Total] = defaultdict(Total)

    def add(self, case: Case) -> None:
        self._questions += 1
        self._sentences.shift(count_question(case.sentences, case.answers), 1)
        self._human.add_human([case.answers])
        for name, predicted in case.predicted.items():
            self._systems[name].add([(predicted, case.answers)])

    def group(self) -> Group:
        return Group(
            self._questions,
            nominal_alpha(self._sentences),
            self._human.evaluation(),
            {name: total.evaluation() for name, total in self._systems.items()},
        )
