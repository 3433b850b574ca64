"""Near-duplicates: different questions that have most of their words in common."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from agreement.evidence.question_counts import ENDS, same_as

MINIMUM = Fraction(3, 4)


def near_duplicates(questions: Sequence[str], least: Fraction = MINIMUM) -> int:
    """Return how many distinct questions have a near-duplicate.

    Two questions are near-duplicates if |A ∩ B| / |A ∪ B| of their words is at least `least`
    (Jaccard 1901). Words are separated by white space, without case and punctuation at their ends.
    PrivacyQA counts only equal questions; the bound is this project's.

    >>> near_duplicates(["Who can read my notes?", "who can read all my notes", "Why?", "Why"])
    2
    """
    unlike = {same_as(question): words_of(question) for question in questions}
    near: set[str] = set()
    for one, other in combinations(unlike, 2):
        if one in near and other in near:
            continue
        shared, together = unlike[one] & unlike[other], unlike[one] | unlike[other]
        if together and Fraction(len(shared), len(together)) >= least:
            near |= {one, other}
    return len(near)


def words_of(question: str) -> frozenset[str]:
    """Return the distinct words of a question, without case and punctuation at their ends.

    >>> sorted(words_of("Is it, Sam, safe?"))
    ['is', 'it', 'safe', 'sam']
    """
    stripped = (word.strip(ENDS) for word in question.casefold().split())
    return frozenset(filter(None, stripped))
