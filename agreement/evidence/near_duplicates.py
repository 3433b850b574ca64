"""Questions that are nearly the same: most of their words in common."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from agreement.evidence.question_counts import ENDS, same_as

LEAST = Fraction(3, 4)


def near_duplicates(questions: Sequence[str], least: Fraction = LEAST) -> int:
    """How many unlike questions have another one near: |A ∩ B| / |A ∪ B| of their words ≥ `least`
    (Jaccard 1901). Words are what white space divides, without case and punctuation at their
    ends. PrivacyQA counts only equal questions; this bound is ours.

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
    """
    >>> sorted(words_of("Is it, Sam, safe?"))
    ['is', 'it', 'safe', 'sam']
    """
    stripped = (word.strip(ENDS) for word in question.casefold().split())
    return frozenset(filter(None, stripped))
