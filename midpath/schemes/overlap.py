"""Compare an answer of several parts with an expert's: exactly, or by their shared parts."""

from collections.abc import Collection, Hashable, Sequence
from decimal import Decimal
from fractions import Fraction

Span = tuple[int, int]


def shares_enough(
    one: Collection[Hashable], other: Collection[Hashable], at_least: Decimal | None
) -> bool:
    """Return whether two sets of parts are equal, or, with a threshold, share enough.

    The measure is F1: twice the number of shared parts, divided by the number of parts of both; 1
    for two empty sets. It is compared in exact arithmetic, so that two shared parts of three and
    three reach .666, but not .667.

    >>> shares_enough({1, 2, 3}, {2, 3, 4}, Decimal("0.666"))
    True
    >>> shares_enough({1, 2, 3}, {2, 3, 4}, Decimal("0.667")), shares_enough({1}, {2}, None)
    (False, False)
    """
    mine, theirs = set(one), set(other)
    if at_least is None or mine == theirs:
        return mine == theirs
    return 2 * len(mine & theirs) >= at_least * (len(mine) + len(theirs))


def shared(one: Collection[Hashable], other: Collection[Hashable]) -> Fraction:
    """Return the F1 of two sets of parts; 1 if both are empty.

    >>> shared({1, 2, 3}, {2, 3, 4}), shared((), ()), shared((), {1})
    (Fraction(2, 3), Fraction(1, 1), Fraction(0, 1))
    """
    mine, theirs = set(one), set(other)
    parts = len(mine) + len(theirs)
    return Fraction(2 * len(mine & theirs), parts) if parts else Fraction(1)


def segments_of(cuts: Sequence[int]) -> set[Span]:
    """Return the segments of a flat segmentation, as the places of their first and last words.

    >>> sorted(segments_of((1, 0, 1)))
    [(0, 0), (1, 2), (3, 3)]
    """
    starts = [0, *(gap + 1 for gap, cut in enumerate(cuts) if cut)]
    ends = [*(start - 1 for start in starts[1:]), len(cuts)]
    return set(zip(starts, ends, strict=True))


def groups_of(heights: Sequence[int]) -> set[Span]:
    """Return the groups of a nested segmentation, as the places of their first and last words. The
    whole text, a group in every segmentation, is left out.

    Each gap makes a group, which extends on either side as far as the gaps are lower, or equal: in
    a tree that is not binary, equal gaps with no higher one between them make one group.

    >>> sorted(groups_of((2, 1, 3)))  # (((a) (b c)) d): b c, then a b c
    [(0, 2), (1, 2)]
    """
    found = {_group(heights, gap) for gap in range(len(heights))}
    return found - {(0, len(heights))}


def _group(heights: Sequence[int], gap: int) -> Span:
    first = last = gap
    while first > 0 and heights[first - 1] <= heights[gap]:
        first -= 1
    while last + 1 < len(heights) and heights[last + 1] <= heights[gap]:
        last += 1
    return first, last + 1
