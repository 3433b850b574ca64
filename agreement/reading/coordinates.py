"""Answers as coordinates; the distance of two answers is the number of coordinates that differ.

flat : the boundaries
nested : for each boundary the group that is split there, so two trees differ where they do not
    split the same words at that boundary
one of several : its number
any of several : one coordinate each, chosen or not; also sentences, marked or not
a place on a scale : one coordinate per place except the last, passed or not
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

SPAN = 2**12  # more than the number of words of any text


def of_nested(heights: Sequence[int]) -> list[int]:
    """Return for each boundary the first and last word of the group split there, as one number.

    >>> [divmod(group, SPAN) for group in of_nested((0, 2, 0))]  # ((a b) (c d))
    [(0, 1), (0, 3), (2, 3)]
    >>> [divmod(group, SPAN) for group in of_nested((0, 0, 1))]  # ((a b c) d)
    [(0, 2), (0, 2), (0, 3)]
    >>> of_nested((0, 1, 2))[:2] == of_nested((0, 1, 3))[:2]
    True
    """
    groups = [0] * len(heights)
    waiting: list[tuple[int, int]] = []  # boundaries whose group is open, with its first word
    for at, height in enumerate([*heights, None]):
        first = at
        while waiting and (height is None or heights[waiting[-1][0]] < height):
            boundary, first = waiting.pop()
            groups[boundary] = first * SPAN + at
        if waiting and heights[waiting[-1][0]] == height:  # another boundary of an n-ary node
            first = waiting[-1][1]
        waiting.append((at, first))
    return groups


def of_set(chosen: Collection[int], size: int) -> list[int]:
    """Return a coordinate for each of `size` things: 1 if it was chosen.

    >>> of_set({0, 2}, 4)
    [1, 0, 1, 0]
    """
    return [int(place in chosen) for place in range(size)]


def of_place(place: int, size: int) -> list[int]:
    """Return a coordinate for each step of a scale: 1 if the place lies above it.

    >>> of_place(2, 5)
    [1, 1, 0, 0]
    """
    return [int(step < place) for step in range(size - 1)]
