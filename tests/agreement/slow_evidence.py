"""Slow reference implementations of the evidence figures, from the answers themselves. Test
oracles."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

from tests.agreement.slow_labels import slow_alpha


class Question(NamedTuple):
    document: str
    words: tuple[int, ...]
    answers: list[frozenset[int]]
    causes: list[str]
    categories: list[list[str]]


def f1_of(a: frozenset[int], b: frozenset[int]) -> Fraction:
    if not a or not b:
        return Fraction(len(a) == len(b))
    both = len(a & b)
    precision, recall = Fraction(both, len(a)), Fraction(both, len(b))
    return 2 * precision * recall / (precision + recall) if both else Fraction(0)


def human_of(answers: Sequence[frozenset[int]]) -> Fraction:
    best = [
        max(f1_of(a, b) for j, b in enumerate(answers) if j != i) for i, a in enumerate(answers)
    ]
    return sum(best, Fraction(0)) / len(best)


def system_of(predicted: frozenset[int], answers: Sequence[frozenset[int]]) -> Fraction:
    if len(answers) == 1:
        return f1_of(predicted, answers[0])
    subsets = list(combinations(answers, len(answers) - 1))
    return sum((max(f1_of(predicted, a) for a in s) for s in subsets), Fraction(0)) / len(subsets)


def mean(values: Sequence[Fraction]) -> str | None:
    if not values:
        return None
    found = sum(values, Fraction(0)) / len(values)
    return f"{found.numerator}/{found.denominator}"


def alpha_of(questions: Sequence[Question]) -> Fraction | None:
    return slow_alpha(
        [
            ["yes" if s in answer else "no" for answer in q.answers]
            for q in questions
            for s in range(len(q.words))
        ]
    )


def apart_of(answers: Sequence[frozenset[int]]) -> int:
    n = len(answers)
    if sum(not a for a in answers) > n / 2:
        return sum(bool(a) for a in answers)
    majority = {s for a in answers for s in a if sum(s in b for b in answers) > n / 2}
    return sum(not a & majority for a in answers)


def figures_of(questions: Sequence[Question]) -> dict[str, Any]:
    paired = [q for q in questions if len(q.answers) > 1]
    answered = [q for q in questions if q.answers]
    remaining = [
        [a for a in q.answers if a]
        if 0 < sum(not a for a in q.answers) < len(q.answers) / 2
        else q.answers
        for q in questions
    ]
    marked = [(q, a) for q in questions for a in q.answers if a]
    nobody = [q for q in answered if sum(not a for a in q.answers) > len(q.answers) / 2]
    causes = Counter(
        cause for q in questions for a, cause in zip(q.answers, q.causes, strict=True) if not a
    )
    return {
        "pooled": alpha_of(questions),
        "per_document": {
            name: alpha_of([q for q in questions if q.document == name])
            for name in {q.document for q in questions}
        },
        "f1_human": mean([human_of(q.answers) for q in paired]),
        "without": mean([human_of(answers) for answers in remaining if len(answers) > 1]),
        "set_aside": sum(len(q.answers) for q in questions) - sum(map(len, remaining)),
        "sentences": sum(len(a) for _, a in marked) / len(marked) if marked else None,
        "words": sum(q.words[s] for q, a in marked for s in a) / len(marked) if marked else None,
        "share": mean([Fraction(q in nobody) for q in answered]),
        "any": sum(any(not a for a in q.answers) for q in questions),
        "causes": {cause: times for cause, times in causes.items() if cause},
        "disagreement": mean([Fraction(apart_of(q.answers) > 1) for q in paired]),
    }


def slow_outcome(predicted: frozenset[int], answers: Sequence[frozenset[int]]) -> str:
    """Return the outcome of an answer to a question, from the definition of each."""
    no_answer = sum(a == frozenset() for a in answers) > len(answers) / 2
    if predicted and no_answer:
        return "invented"
    if not predicted and not no_answer:
        return "missed"
    return "elsewhere" if predicted and not any(predicted & a for a in answers) else "right"


def slow_shared(sets: Sequence[frozenset[int]]) -> Fraction | None:
    """Return the share of the numbers in any set that are in two or more."""
    union = sorted(set().union(*sets))
    several = [one for one in union if len([s for s in sets if one in s]) > 1]
    return Fraction(len(several), len(union)) if union else None
