"""The vectors of trees whose groups have labels.

The vector of a labelled tree over n words is the height of each of the n - 1 boundaries, and then,
for each boundary, the number of its group's label, from 0. Boundaries of one node have one label.
A tree and its vector determine each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from agreement.segmentation.trees import Span
from agreement.segmentation.vectors import IllFormed, Kind, Vector, check_of, groups


def heights_of(vector: Sequence[int]) -> Vector:
    """Return the heights in a labelled vector.

    >>> heights_of((0, 0, 1, 2, 2, 0)), labels_of((0, 0, 1, 2, 2, 0))
    ((0, 0, 1), (2, 2, 0))
    """
    return tuple(vector[: len(vector) // 2])


def labels_of(vector: Sequence[int]) -> Vector:
    """Return the number of the label at each boundary."""
    return tuple(vector[len(vector) // 2 :])


def check_labelled(kind: Kind, vector: object, n_words: int, labels: int) -> Vector:
    """Return the vector of a labelled tree of this kind, with `labels` labels to choose from, from
    any JSON value, or raise IllFormed.

    >>> check_labelled("nary", [0, 0, 1, 1], 3, 2)
    (0, 0, 1, 1)
    >>> check_labelled("nary", [0, 0, 1, 0], 3, 2)
    Traceback (most recent call last):
        ...
    agreement.segmentation.vectors.IllFormed: Boundaries 1 and 2 belong to one group, but have ...
    """
    size = n_words - 1
    if not isinstance(vector, list | tuple):
        raise IllFormed("The boundaries are not a list of whole numbers.", "not a list")
    if len(vector) != 2 * size:
        raise IllFormed(
            f"There are {len(vector)} numbers; this text needs {2 * size}: a height and a label "
            "for each boundary between two words.",
            "wrong length",
        )
    heights, given = check_of(kind)(vector[:size], n_words), vector[size:]
    for at, label in enumerate(given):
        if type(label) is not int or not 0 <= label < labels:
            sentence = f"Label {at + 1} is not the number of a label. Give 0 to {labels - 1}."
            raise IllFormed(sentence, "no such label", size + at)
    for group in groups(heights):
        first = group.boundaries[0]
        for at in group.boundaries:
            if given[at] != given[first]:
                raise IllFormed(
                    f"Boundaries {first + 1} and {at + 1} belong to one group, but have different "
                    "labels.",
                    "two labels of one group",
                    size + at,
                )
    return (*heights, *given)


def labelled_groups(vector: Sequence[int]) -> dict[Span, int]:
    """Return the label of each group, by its first and last word.

    >>> labelled_groups((0, 1, 4, 3))
    {(0, 1): 4, (0, 2): 3}
    """
    labels = labels_of(vector)
    return {
        (group.first, group.last): labels[group.boundaries[0]]
        for group in groups(heights_of(vector))
    }


def with_labels(heights: Vector, labels: Mapping[Span, int]) -> Vector:
    """Return the labelled vector of a tree and the label of each of its groups.

    >>> with_labels((0, 1), {(0, 1): 4, (0, 2): 3})
    (0, 1, 4, 3)
    """
    found = [0] * len(heights)
    for group in groups(heights):
        for at in group.boundaries:
            found[at] = labels[group.first, group.last]
    return (*heights, *found)
