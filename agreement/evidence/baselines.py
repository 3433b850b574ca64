"""Simple baselines and human performance for evidence (Ravichander et al. 2019, Baselines).

no answer : every question is unanswerable
word count : the sentences with the most words of the question (Yang et al. 2015)
human : each expert against the others, see `evidence.human_scores`

`Evaluation` sums up a system over questions: precision, recall and F1 of sentences against each n -
1 of n answers, and its accuracy in predicting whether there is an answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from operator import add
from typing import NamedTuple

from agreement.evidence import answers as evidence
from agreement.evidence.answers import Answer, Scores

WORD = re.compile(r"\w+(?:['’]\w+)*")
TOP = (2, 3, 5)


class Evaluation(NamedTuple):
    """Means over questions. `scores` and `accuracy` are None where no question takes part."""

    scores: Scores | None
    questions: int
    accuracy: Fraction | None
    left_out: int
    reason: str | None = None


def words_of(text: str) -> set[str]:
    """Return the distinct words of a text, without case and punctuation.

    >>> sorted(words_of("Don't you sell my data, my DATA?"))
    ['data', "don't", 'my', 'sell', 'you']
    """
    return set(WORD.findall(text.casefold()))


def word_count(question: str, sentences: Sequence[str], top: int) -> frozenset[int]:
    """Return the `top` sentences with the most distinct words of the question.

    Ties go to the earlier sentence. Sentences without any of the words are no candidates, so
    there may be fewer than `top`. An empty result means no answer.

    >>> sentences = ["We sell your data.", "Cookies are small.", "Your data is safe with us."]
    >>> sorted(word_count("is my data safe", sentences, 1))
    [2]
    >>> sorted(word_count("is my data safe", sentences, 3))
    [0, 2]
    """
    return frozenset(rank(question, [words_of(sentence) for sentence in sentences])[:top])


def rank(question: str, sentences: Sequence[set[str]]) -> list[int]:
    """Return the candidates of `word_count`, best first, from the set of words of each sentence."""
    question_words = words_of(question)
    shared = [len(question_words & words) for words in sentences]
    candidates = [i for i, times in enumerate(shared) if times]
    return sorted(candidates, key=lambda i: (-shared[i], i))


def evaluate(questions: Iterable[tuple[Answer, Sequence[Answer]]]) -> Evaluation:
    """Evaluate a system's answers, given as (predicted, the experts' answers).

    A question is unanswerable if more than half of its experts say so. Questions without any answer
    are left out and counted.

    >>> found = evaluate([({1}, [{1, 2}, {1}]), ((), [{3}, {3}]), ((), [])])
    >>> str(found.scores.f1), str(found.accuracy), found.left_out
    ('5/12', '1/2', 1)
    """
    total = Total()
    total.add(questions)
    return total.evaluation()


def evaluate_human(questions: Iterable[Sequence[Answer]]) -> Evaluation:
    """Evaluate each expert as a system against the others, averaged over each question's experts.

    Questions with fewer than two answers are left out and counted.

    >>> found = evaluate_human([[{1}, {1}, ()], [{2}]])
    >>> str(found.scores.f1), str(found.accuracy), found.left_out
    ('2/3', '2/3', 1)
    """
    total = Total("No question has two answers.")
    total.add_human(questions)
    return total.evaluation()


class Total:
    """Evaluates a system or experts incrementally, with exact sums.

    >>> total = Total()
    >>> total.add([({1}, [{1, 2}, {1}])])
    >>> total.add([((), [{3}, {3}]), ((), [])])
    >>> total.evaluation() == evaluate([({1}, [{1, 2}, {1}]), ((), [{3}, {3}]), ((), [])])
    True
    """

    def __init__(self, reason: str = "No question has an answer.") -> None:
        self._reason = reason
        self._known = self._taking = self._left_out = 0
        self._sums = Scores(Fraction(0), Fraction(0), Fraction(0))
        self._right = Fraction(0)

    def add(self, questions: Iterable[tuple[Answer, Sequence[Answer]]]) -> None:
        """Add answers in the format of `evaluate`."""
        for predicted, answers in questions:
            if answers:
                right = Fraction((not predicted) == evidence.unanswerable(answers))
                self._count(evidence.system_scores(predicted, answers), right)
            else:
                self._left_out += 1

    def add_human(self, questions: Iterable[Sequence[Answer]]) -> None:
        """Add answers in the format of `evaluate_human`."""
        for given in questions:
            answers = list(given)
            if len(answers) > 1:
                right = sum(
                    (not answer) == evidence.unanswerable(answers[:i] + answers[i + 1 :])
                    for i, answer in enumerate(answers)
                )
                self._count(evidence.human_scores(answers), Fraction(right, len(answers)))
            else:
                self._left_out += 1

    def evaluation(self) -> Evaluation:
        if not self._known:
            return Evaluation(None, 0, None, self._left_out, self._reason)
        scores = Scores(*(part / self._known for part in self._sums))
        return Evaluation(scores, self._known, self._right / self._taking, self._left_out)

    def _count(self, scores: Scores | None, right: Fraction) -> None:
        self._taking += 1
        self._right += right
        if scores is not None:
            self._known += 1
            self._sums = Scores(*map(add, self._sums, scores))
