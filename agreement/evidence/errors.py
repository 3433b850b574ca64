"""The errors of a system, by what the experts say about the questions (PrivacyQA, Ravichander et
al. 2019, Table 8).

Each question has one outcome. A system that finds no answer where there is one misses it; one that
marks a sentence where there is no answer invents it; and one whose sentences no expert marked looks
elsewhere. There is no answer if more than half of the experts say so (`answers.unanswerable`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from agreement.evidence.answers import Answer, abstaining, unanswerable

Outcome = Literal["right", "missed", "invented", "elsewhere"]
ERRORS: tuple[Outcome, ...] = ("missed", "invented", "elsewhere")
# How many experts find no answer.
SILENCE = ("nobody", "some", "more than half", "all")
NO_AGREEMENT, NOT_GIVEN = "no agreement", "not given"
Counts = Counter[Outcome]


class Errors(NamedTuple):
    """Counts of each outcome: in all questions, and by factor and value."""

    all: Counts
    by: Mapping[str, Mapping[str, Counts]]


def outcome_of(predicted: Answer, answers: Sequence[Answer]) -> Outcome:
    """Return whether a system's answer is right, or how it is wrong.

    >>> outcome_of((), [{1}, {1}, ()]), outcome_of({1}, [(), ()])
    ('missed', 'invented')
    >>> outcome_of({1}, [{2}, {3}]), outcome_of({1, 2}, [{2}, {3}]), outcome_of((), [()])
    ('elsewhere', 'right', 'right')
    """
    if unanswerable(answers):
        return "invented" if predicted else "right"
    if not predicted:
        return "missed"
    return "right" if any(set(predicted) & set(answer) for answer in answers) else "elsewhere"


def silence_of(answers: Sequence[Answer]) -> str:
    """Return how many experts find no answer.

    >>> [silence_of(answers) for answers in ([{1}, {1}], [{1}, ()], [{1}, (), ()], [(), ()])]
    ['nobody', 'some', 'more than half', 'all']
    """
    none, n = abstaining(answers), len(answers)
    return SILENCE[(none > 0) + (2 * none > n) + (0 < none == n)]


def agreed_value(values: Iterable[str]) -> str:
    """Return the value that more than half of the experts who gave one chose.

    >>> agreed_value(["relevant", "", "relevant", "related"]), agreed_value(["", ""])
    ('relevant', 'not given')
    >>> agreed_value(["subjective", "objective"])
    'no agreement'
    """
    given = Counter(value for value in values if value)
    if not given:
        return NOT_GIVEN
    value, times = given.most_common(1)[0]
    return value if 2 * times > given.total() else NO_AGREEMENT


def cross_tabulate(cases: Iterable[tuple[Outcome, Mapping[str, str]]]) -> Errors:
    """Count outcomes by each factor and its values.

    PrivacyQA's system missed 124 answers. At least one expert found none in 19 of these questions:

    >>> cases = [("missed", {"silence": "some"})] * 19 + [("missed", {"silence": "nobody"})] * 105
    >>> found = cross_tabulate(cases)
    >>> found.all["missed"], found.by["silence"]["some"]["missed"]
    (124, 19)
    """
    everything, by = Counts(), defaultdict[str, defaultdict[str, Counts]](_no_counts)
    for outcome, factors in cases:
        everything[outcome] += 1
        for factor, value in factors.items():
            by[factor][value][outcome] += 1
    return Errors(everything, {factor: dict(values) for factor, values in by.items()})


def _no_counts() -> defaultdict[str, Counts]:
    return defaultdict(Counts)
