"""Simple baselines and human performance for evidence (Ravichander et al. 2019, Baselines).

no answer : every question is unanswerable
word count : the sentences with the most words of the question (Yang et al. 2015)
human : each expert against the others, see `evidence.human_scores`

`Evaluation` sums up a system over questions: precision, recall and F1 of sentences against each
n - 1 of n answers, and its accuracy in telling whether there is an answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
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
    """Return the `top` sentences that hold the most distinct words of the question.

    Ties go to the earlier sentence. Sentences that hold none of the words are no candidates, so
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
    held = [len(question_words & words) for words in sentences]
    candidates = [i for i, times in enumerate(held) if times]
    return sorted(candidates, key=lambda i: (-held[i], i))


def evaluate(questions: Iterable[tuple[Answer, Sequence[Answer]]]) -> Evaluation:
    """Evaluate a system's answers, given as (predicted, the experts' answers).

    A question is unanswerable if more than half of its experts say so. Questions without any answer
    are left out and counted.

    >>> found = evaluate([({1}, [{1, 2}, {1}]), ((), [{3}, {3}]), ((), [])])
    >>> str(found.scores.f1), str(found.accuracy), found.left_out
    ('5/12', '1/2', 1)
    """
    given = list(questions)
    taking = [(predicted, answers) for predicted, answers in given if answers]
    right = [
        Fraction((not predicted) == evidence.unanswerable(answers)) for predicted, answers in taking
    ]
    scores = [evidence.system_scores(predicted, answers) for predicted, answers in taking]
    return _sum_up(scores, right, len(given) - len(taking))


def evaluate_human(questions: Iterable[Sequence[Answer]]) -> Evaluation:
    """Evaluate each expert as a system against the others, averaged over each question's experts.

    Questions with fewer than two answers are left out and counted.

    >>> found = evaluate_human([[{1}, {1}, ()], [{2}]])
    >>> str(found.scores.f1), str(found.accuracy), found.left_out
    ('2/3', '2/3', 1)
    """
    given = [list(answers) for answers in questions]
    taking = [answers for answers in given if len(answers) > 1]
    right = [
        Fraction(
            sum(
                (not answer) == evidence.unanswerable(answers[:i] + answers[i + 1 :])
                for i, answer in enumerate(answers)
            ),
            len(answers),
        )
        for answers in taking
    ]
    scores = [evidence.human_scores(answers) for answers in taking]
    return _sum_up(scores, right, len(given) - len(taking), "No question has two answers.")


def _sum_up(
    scores: Sequence[Scores | None],
    right: Sequence[Fraction],
    left_out: int,
    reason: str = "No question has an answer.",
) -> Evaluation:
    known = [score for score in scores if score is not None]
    if not known:
        return Evaluation(None, 0, None, left_out, reason)
    accuracy = sum(right, Fraction(0)) / len(right)
    return Evaluation(evidence.mean_scores(known), len(known), accuracy, left_out)
