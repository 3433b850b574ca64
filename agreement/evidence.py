"""Sets of sentences as answers to questions (PrivacyQA, Ravichander et al. 2019).

An answer is the set of sentences that somebody marks as evidence in a document; the empty set says
that the document holds no answer. Sentences are numbered from 0. Means over questions let each
question count alike.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from agreement.nominal import Nominal, alpha, count_unit
from agreement.tally import Tally

Answer: TypeAlias = Collection[int]
Document = TypeVar("Document", bound=Hashable)
OTHER = "Other"


class Mean(NamedTuple):
    """A mean over questions; `left_out` counts those that have too few answers for it."""

    value: Fraction | None
    questions: int
    left_out: int
    reason: str | None = None


class Overlap(NamedTuple):
    """The sentences that more than half of the experts marked, and who has none of them.

    `majority` is empty where more than half said that there is no answer, and None where no
    sentence has a majority though most did mark some; then nobody agrees with it.
    """

    majority: frozenset[int] | None
    apart: int
    experts: int
    disagreement: bool


class Sentences(NamedTuple, Generic[Document]):
    """Nominal alpha over sentences (evidence or not), three ways side by side."""

    questions: list[Nominal]
    documents: dict[Document, Nominal]
    pooled: Nominal


class Question(NamedTuple, Generic[Document]):
    """The answers to one question on a document of so many sentences."""

    document: Document
    sentences: int
    answers: Sequence[Answer]


def f1(a: Answer, b: Answer) -> Fraction:
    """F1 of two sets of sentences; 1 if both are empty, 0 if one is.

    >>> f1({1, 2, 3}, {2, 3, 4, 5}), f1((), ()), f1((), {1})
    (Fraction(4, 7), Fraction(1, 1), Fraction(0, 1))
    """
    mine, yours = set(a), set(b)
    if not mine and not yours:
        return Fraction(1)
    return Fraction(2 * len(mine & yours), len(mine) + len(yours))


def human(answers: Sequence[Answer]) -> Fraction | None:
    """Each answer against the others, the best of these, averaged; None with fewer than two.

    >>> human([{1, 2}, {2}, {3}])
    Fraction(4, 9)
    """
    n = len(answers)
    if n < 2:
        return None
    best = [max(f1(a, answers[j]) for j in range(n) if j != i) for i, a in enumerate(answers)]
    return sum(best, Fraction(0)) / n


def system(predicted: Answer, answers: Sequence[Answer]) -> Fraction | None:
    """A system's answer: the best F1 against each n - 1 of the n answers, averaged.

    So a system meets as many references as a person does. None with fewer than two answers.

    >>> system({1, 2}, [{1, 2}, {2}, {3}])  # the best is 1, 1 and, without the first, 2/3
    Fraction(8, 9)
    """
    n = len(answers)
    if n < 2:
        return None
    scores = [f1(predicted, answer) for answer in answers]
    first, second = sorted(scores, reverse=True)[:2]
    return ((n - 1) * first + second) / n


def mean_human(questions: Iterable[Sequence[Answer]]) -> Mean:
    """The mean of `human` over questions.

    >>> mean_human([[{1}, {1}], [{1}, ()], [{2}]])
    Mean(value=Fraction(1, 2), questions=2, left_out=1, reason=None)
    """
    return _mean([human(answers) for answers in questions])


def mean_system(questions: Iterable[tuple[Answer, Sequence[Answer]]]) -> Mean:
    """The mean of `system` over questions, given as (predicted, answers)."""
    return _mean([system(predicted, answers) for predicted, answers in questions])


def overlap(answers: Sequence[Answer]) -> Overlap:
    """Any-overlap agreement with the majority; more than one apart is a disagreement.

    >>> overlap([{1, 2}, {2}, {2, 7}, {9}])
    Overlap(majority=frozenset({2}), apart=1, experts=4, disagreement=False)
    >>> overlap([(), (), {4}]).majority
    frozenset()
    """
    n = len(answers)
    votes = Counter(sentence for answer in answers for sentence in set(answer))
    marked = frozenset(sentence for sentence, times in votes.items() if 2 * times > n)
    nothing = sum(not answer for answer in answers)
    if 2 * nothing > n:
        return Overlap(frozenset(), n - nothing, n, n - nothing > 1)
    if not marked:
        return Overlap(None, n, n, n > 1)
    apart = sum(not marked & set(answer) for answer in answers)
    return Overlap(marked, apart, n, apart > 1)


def disagreements(questions: Iterable[Sequence[Answer]]) -> Mean:
    """The share of questions on which experts disagree; those with one answer take no part.

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
    """Nominal alpha of evidence or not, per question, per document and of all sentences together.

    A sentence that the document does not have: ValueError.

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
        [alpha(state) for state in states],
        {document: alpha(Tally.total(parts)) for document, parts in by_document.items()},
        alpha(Tally.total(states)),
    )


def count_question(sentences: int, answers: Sequence[Answer]) -> Tally:
    """The sentences of one question as units of nominal alpha; states add up."""
    votes = Counter(sentence for answer in answers for sentence in set(answer))
    beyond = [sentence for sentence in votes if not 0 <= sentence < sentences]
    if beyond:
        raise ValueError(f"Sentence {min(beyond)} is not among 0 to {sentences - 1}.")
    state, n = Tally(), len(answers)
    unmarked = sentences - len(votes)
    for yes, times in (*Counter(votes.values()).items(), (0, unmarked)):
        state.shift(count_unit(["yes"] * yes + ["no"] * (n - yes)), times)
    return state


def question_categories(
    choices: Sequence[Iterable[str]], other: str = OTHER
) -> tuple[list[str], str | None]:
    """The categories of a question on which a majority of the experts agrees.

    If there is none but somebody chose `other`, it is that; else there is no agreement, and the
    second value says so.

    >>> question_categories([["First", "Third"], ["First"], ["Data Retention"]])
    (['First'], None)
    >>> question_categories([["First"], ["Other"], ["Third"]])
    (['Other'], None)
    >>> question_categories([["First"], ["Third"]])
    ([], 'The experts agree on no category.')
    """
    votes = Counter(category for chosen in choices for category in set(chosen))
    agreed = sorted(category for category, times in votes.items() if 2 * times > len(choices))
    if agreed:
        return agreed, None
    if votes[other]:
        return [other], None
    return [], "The experts agree on no category." if choices else "Nobody chose a category."


def category_table(
    questions: Mapping[Hashable, Sequence[Iterable[str]]], other: str = OTHER
) -> dict[str, int]:
    """How many questions have each category; "no agreement" counts the rest (Table 3).

    >>> category_table({1: [["First"], ["First"]], 2: [["First"], ["Third"]]})
    {'First': 1, 'no agreement': 1}
    """
    counts: Counter[str] = Counter()
    for choices in questions.values():
        counts.update(question_categories(choices, other)[0] or ["no agreement"])
    return dict(counts.most_common())


def _mean(values: Sequence[Fraction | None]) -> Mean:
    known = [value for value in values if value is not None]
    left_out = len(values) - len(known)
    if not known:
        return Mean(None, 0, left_out, "No question has two answers.")
    return Mean(sum(known, Fraction(0)) / len(known), len(known), left_out)
