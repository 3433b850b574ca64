"""Sets of sentences as answers to questions (PrivacyQA, Ravichander et al. 2019).

An answer is the set of sentences that an expert marks as evidence in a document. The empty set says
that the document contains no answer. Sentences are numbered from 0. Means over questions weigh all
questions equally.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Sequence
from fractions import Fraction
from typing import Generic, NamedTuple, TypeAlias, TypeVar

import numpy as np

from agreement.tally import Tally
from agreement.votes.nominal import Nominal, count_unit, nominal_alpha

Answer: TypeAlias = Collection[int]
Document = TypeVar("Document", bound=Hashable)


class Mean(NamedTuple):
    """A mean over questions; `left_out` counts the questions with too few answers to take part."""

    value: Fraction | None
    questions: int
    left_out: int
    reason: str | None = None


class Scores(NamedTuple):
    """Precision, recall and F1 of one set against another, or the means of several such."""

    precision: Fraction
    recall: Fraction
    f1: Fraction


class Overlap(NamedTuple):
    """The experts' majority answer, and how many experts dissent from it.

    `majority` contains the sentences that more than half of the experts marked. An expert who
    marked none of these dissents. It is empty if more than half said that there is no answer; then
    those who marked any sentence dissent. It is None if neither has a majority; then every expert
    dissents.
    """

    majority: frozenset[int] | None
    apart: int
    experts: int
    disagreement: bool
    who: tuple[int, ...] = ()  # indexes of the dissenting experts


class Sentences(NamedTuple, Generic[Document]):
    """Nominal alpha over sentences (evidence or not): per question, per document, and pooled."""

    questions: list[Nominal]
    documents: dict[Document, Nominal]
    pooled: Nominal


class Question(NamedTuple, Generic[Document]):
    """The answers to one question on a document, and the document's number of sentences."""

    document: Document
    sentences: int
    answers: Sequence[Answer]


def compare(predicted: Answer, reference: Answer) -> Scores:
    """Return precision, recall and F1 of sentences; all 1 if both sets are empty, all 0 if one is.

    >>> [str(part) for part in compare({1, 2, 3}, {2, 3, 4, 5})]
    ['2/3', '1/2', '4/7']
    """
    mine, theirs = set(predicted), set(reference)
    if not mine or not theirs:
        alike = Fraction(not mine and not theirs)
        return Scores(alike, alike, alike)
    both = len(mine & theirs)
    return Scores(
        Fraction(both, len(mine)),
        Fraction(both, len(theirs)),
        Fraction(2 * both, len(mine) + len(theirs)),
    )


def f1(a: Answer, b: Answer) -> Fraction:
    """Return F1 of two sets of sentences; 1 if both are empty, 0 if one is.

    >>> f1({1, 2, 3}, {2, 3, 4, 5}), f1((), ()), f1((), {1})
    (Fraction(4, 7), Fraction(1, 1), Fraction(0, 1))
    """
    return compare(a, b).f1


def human(answers: Sequence[Answer]) -> Fraction | None:
    """Return the mean over experts of their best F1 against another expert's answer.

    None with fewer than two answers.

    >>> human([{1, 2}, {2}, {3}])
    Fraction(4, 9)
    """
    scores = human_scores(answers)
    return None if scores is None else scores.f1


def human_scores(answers: Sequence[Answer]) -> Scores | None:
    """Return `human`'s F1 with the precision and recall against the same best reference.

    >>> human_scores([{1, 2}, {2}])
    Scores(precision=Fraction(3, 4), recall=Fraction(3, 4), f1=Fraction(2, 3))
    """
    if len(answers) < 2:
        return None
    return mean_scores(
        [
            _best([compare(a, b) for j, b in enumerate(answers) if j != i])
            for i, a in enumerate(answers)
        ]
    )


def system(predicted: Answer, answers: Sequence[Answer]) -> Fraction | None:
    """Return a system's F1: for each n - 1 of the n answers the best F1 against them, averaged.

    Leaving one answer out gives the system as many references as an expert has. A single answer is
    the only reference. None without an answer.

    >>> system({1, 2}, [{1, 2}, {2}, {3}])  # the best is 1, 1 and, without the first, 2/3
    Fraction(8, 9)
    """
    scores = system_scores(predicted, answers)
    return None if scores is None else scores.f1


def system_scores(predicted: Answer, answers: Sequence[Answer]) -> Scores | None:
    """Return `system`'s F1 with the precision and recall against the same best reference.

    >>> system_scores({1}, [{1, 2}])
    Scores(precision=Fraction(1, 1), recall=Fraction(1, 2), f1=Fraction(2, 3))
    """
    if not answers:
        return None
    scores = sorted((compare(predicted, answer) for answer in answers), key=_merit, reverse=True)
    if len(scores) == 1:
        return scores[0]
    # The score differs only in the subset that leaves out the best reference.
    return mean_scores([scores[0]] * (len(scores) - 1) + [scores[1]])


def mean_scores(scores: Sequence[Scores]) -> Scores:
    """Return the mean of each part; raises ZeroDivisionError without scores."""
    return Scores(*(sum(part, Fraction(0)) / len(scores) for part in zip(*scores, strict=True)))


def mean_human(questions: Iterable[Sequence[Answer]]) -> Mean:
    """Return the mean of `human` over questions.

    >>> mean_human([[{1}, {1}], [{1}, ()], [{2}]])
    Mean(value=Fraction(1, 2), questions=2, left_out=1, reason=None)
    """
    return _mean([human(answers) for answers in questions])


def overlap(answers: Sequence[Answer]) -> Overlap:
    """Return how far experts overlap with the majority; a question with two or more dissenters has
    disagreement.

    >>> overlap([{1, 2}, {2}, {2, 7}, {9}])
    Overlap(majority=frozenset({2}), apart=1, experts=4, disagreement=False, who=(3,))
    >>> overlap([(), (), {4}]).majority
    frozenset()
    """
    n = len(answers)
    votes = Counter(sentence for answer in answers for sentence in set(answer))
    marked = frozenset(sentence for sentence, times in votes.items() if 2 * times > n)
    if unanswerable(answers):
        who = tuple(i for i, answer in enumerate(answers) if answer)
    else:
        who = tuple(i for i, answer in enumerate(answers) if not marked & set(answer))
    nobody = not marked and not unanswerable(answers)
    return Overlap(None if nobody else marked, len(who), n, len(who) > 1, who)


def unanswerable(answers: Sequence[Answer]) -> bool:
    """Return whether more than half of the experts say that the document contains no answer.

    >>> unanswerable([(), (), {4}]), unanswerable([(), {4}]), unanswerable([])
    (True, False, False)
    """
    return 2 * abstaining(answers) > len(answers)


def abstaining(answers: Iterable[Answer]) -> int:
    """Return how many experts say that the document contains no answer."""
    return sum(not answer for answer in answers)


def minority_abstains(answers: Sequence[Answer]) -> bool:
    """Return whether some experts, but fewer than half, say that there is no answer.

    >>> minority_abstains([{1}, {2}, ()]), minority_abstains([{1}, ()]), minority_abstains([{1}])
    (True, False, False)
    """
    return 0 < 2 * abstaining(answers) < len(answers)


def without_minority(answers: Sequence[Answer]) -> Sequence[Answer]:
    """Return the answers; abstentions are dropped if fewer than half of the experts abstain.

    "Answers to questions where a minority of experts abstain to answer are filtered from the
    dataset" (Ravichander et al. 2019, Answer Selection).

    >>> without_minority([{1}, {2}, ()]), without_minority([{1}, (), ()])
    ([{1}, {2}], [{1}, (), ()])
    """
    if minority_abstains(answers):
        return [answer for answer in answers if answer]
    return answers


def disagreements(questions: Iterable[Sequence[Answer]]) -> Mean:
    """Return the share of questions on which experts disagree, of those with two answers or more.

    >>> disagreements([[{1}, {1}, {1}], [{1}, {2}, {3}]]).value
    Fraction(1, 2)
    """
    return _mean(
        [
            Fraction(overlap(answers).disagreement) if len(answers) > 1 else None
            for answers in questions
        ]
    )


def sentence_alpha(questions: Iterable[Question[Document]]) -> Sentences[Document]:
    """Return nominal alpha of sentences (evidence or not): per question, per document, and pooled.

    Raises ValueError if an answer marks a sentence that the document does not have.

    >>> found = sentence_alpha([Question("d", 4, [{0}, {0}]), Question("d", 4, [{1}, {2}])])
    >>> [str(q.value) for q in found.questions], str(found.pooled.value)
    (['1', '-1/6'], '3/8')
    """
    states: list[Tally] = []
    by_document: defaultdict[Document, list[Tally]] = defaultdict(list)
    for question in questions:
        state = count_question(question.sentences, question.answers)
        states.append(state)
        by_document[question.document].append(state)
    return Sentences(
        [nominal_alpha(state) for state in states],
        {document: nominal_alpha(Tally.total(parts)) for document, parts in by_document.items()},
        nominal_alpha(Tally.total(states)),
    )


def count_question(sentences: int, answers: Sequence[Answer]) -> Tally:
    """Return the tally of one question's sentences as units of nominal alpha; tallies add up."""
    votes = Counter(sentence for answer in answers for sentence in set(answer))
    for sentence in votes:
        if not isinstance(sentence, int | np.integer) or not 0 <= sentence < sentences:
            raise ValueError(f"Sentence {sentence!r} is not among 0 to {sentences - 1}.")
    state, n = Tally(), len(answers)
    unmarked = sentences - len(votes)
    for yes, times in (*Counter(votes.values()).items(), (0, unmarked)):
        state.shift(count_unit(["yes"] * yes + ["no"] * (n - yes)), times)
    return state


def _mean(values: Sequence[Fraction | None], reason: str = "No question has two answers.") -> Mean:
    known = [value for value in values if value is not None]
    left_out = len(values) - len(known)
    if not known:
        return Mean(None, 0, left_out, reason)
    return Mean(sum(known, Fraction(0)) / len(known), len(known), left_out)


def _best(scores: Iterable[Scores]) -> Scores:
    return max(scores, key=_merit)


def _merit(scores: Scores) -> tuple[Fraction, Fraction]:
    return scores.f1, scores.precision
