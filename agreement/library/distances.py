"""Distances of sets, for labels that are sets; use them as the level of α or the weights of κ."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from fractions import Fraction


def jaccard(one: Collection[Hashable], other: Collection[Hashable]) -> Fraction:
    """Return 1 - |A ∩ B| / |A ∪ B|, the Jaccard distance of two sets.

    Two empty sets have the distance 0. Raises ValueError if a value is not a set, tuple or list.

    >>> jaccard({1, 2}, {1, 2, 3, 4})
    Fraction(1, 2)
    >>> import agreement
    >>> data = [[{"a"}, {"a", "b"}, {"c"}], [{"a"}, {"b"}, {"c"}]]
    >>> print(agreement.alpha(data, level=agreement.jaccard))
    0.783 (n = 6 judgments of 3 items by 2 workers)

    P. Jaccard: The Distribution of the Flora in the Alpine Zone. New Phytologist 11 (1912), 37-50.
    """
    a, b = _set(one), _set(other)
    return 1 - Fraction(len(a & b), len(a | b)) if a | b else Fraction(0)


def masi(one: Collection[Hashable], other: Collection[Hashable]) -> Fraction:
    """Return 1 - J M, the MASI distance of two sets (Passonneau 2006).

    J : |A ∩ B| / |A ∪ B|
    M : 1 if the sets are equal, 2/3 if one contains the other, 1/3 if they overlap, else 0

    Two empty sets have the distance 0. nltk rounds 2/3 to .67 and 1/3 to .33, so its figures differ
    in the third decimal. Raises ValueError if a value is not a set, tuple or list.

    >>> masi({1, 2}, {1, 2, 3, 4})  # nltk: .665
    Fraction(2, 3)
    >>> masi({"a", "b"}, {"b", "c"}), masi({"a"}, {"b"}), masi({"a"}, {"a"})
    (Fraction(8, 9), Fraction(1, 1), Fraction(0, 1))

    R. Passonneau: Measuring Agreement on Set-valued Items (MASI) for Semantic and Pragmatic
    Annotation. LREC 2006.
    """
    a, b = _set(one), _set(other)
    if a == b:
        return Fraction(0)
    if not a & b:
        return Fraction(1)
    monotonic = Fraction(2, 3) if a <= b or b <= a else Fraction(1, 3)
    return 1 - monotonic * Fraction(len(a & b), len(a | b))


def _set(value: Collection[Hashable]) -> frozenset[Hashable]:
    if not isinstance(value, set | frozenset | tuple | list):
        raise ValueError(f"{value!r} is not a set. Give each answer as a set of labels.")
    return frozenset(value)
