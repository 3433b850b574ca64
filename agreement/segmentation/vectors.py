"""Boundary vectors and when they are well-formed (ACL 2013, section 4.1).

A text of n words has n - 1 boundaries, one between each word and the next.

Flat: 1 if the two words are in different segments, else 0.
Nested: a strict binary tree over the words. The value of the boundary at an internal node is the
height of the node: 0 if both children are words, else 1 + the larger child's. A tree and its vector
determine each other.
N-ary: a tree whose nodes have two parts or more. All boundaries of a node get its height, by the
same rule, so the vector of a binary tree stays the same. Two equal values with no higher one
between them belong to one node. A tree and its vector determine each other here too.

Nothing here recurses, so the depth of a tree is not limited by the stack.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

Kind: TypeAlias = Literal["flat", "nested", "nary"]
Vector: TypeAlias = tuple[int, ...]
Tree: TypeAlias = "int | tuple[Tree, Tree]"

LARGEST_LABEL = 2**31 - 1  # larger labels are refused


class IllFormed(ValueError):
    """An ill-formed segmentation.

    `str(error)` is a sentence for a person. `reason` is short and stable. `position` counts from 0:
    the character of a string form, the index in a vector form, None if there is no single position.
    The sentence counts from 1.
    """

    def __init__(
        self, sentence: str, reason: str = "ill-formed", position: int | None = None
    ) -> None:
        super().__init__(sentence)
        self.reason = reason
        self.position = position


class Node(NamedTuple):
    """An internal node: the words `first` to `last`, split after the word `boundary`."""

    boundary: int
    first: int
    last: int


class Group(NamedTuple):
    """A node of an n-ary tree: the words `first` to `last`, split after each of `boundaries`."""

    boundaries: Vector
    first: int
    last: int


def check_flat(vector: object, n_words: int) -> Vector:
    """Return a flat boundary vector from any JSON value, or raise IllFormed.

    >>> check_flat([1, 0, 0], 4)
    (1, 0, 0)
    >>> check_flat([1, 0.0, 0], 4)
    Traceback (most recent call last):
        ...
    agreement.segmentation.vectors.IllFormed: Boundary 2 is not a whole number. Give 0 or 1.
    """
    return _whole_numbers(vector, n_words, 1, "Give 0 or 1.")


def check_nested(vector: object, n_words: int) -> Vector:
    """Return the heights of a strict binary tree from any JSON value, or raise IllFormed.

    >>> check_nested([1, 0, 2, 3, 0], 6)
    (1, 0, 2, 3, 0)
    >>> check_nested([3, 0, 1], 4)
    Traceback (most recent call last):
        ...
    agreement.segmentation.vectors.IllFormed: Boundary 1 has the label 3 where the height ...
    """
    advice = f"Give a height from 0 to {max(n_words - 2, 0)}."
    checked = _whole_numbers(vector, n_words, LARGEST_LABEL, advice)
    for _ in nodes(checked):
        pass
    return checked


def check_nary(vector: object, n_words: int) -> Vector:
    """Return the heights of an n-ary tree from any JSON value, or raise IllFormed.

    >>> check_nary([0, 0, 1, 1], 5)
    (0, 0, 1, 1)
    >>> check_nary([2, 0, 2], 4)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    agreement.segmentation.vectors.IllFormed: Boundary 1 has the label 2 where the height ...
    """
    advice = f"Give a height from 0 to {max(n_words - 2, 0)}."
    checked = _whole_numbers(vector, n_words, LARGEST_LABEL, advice)
    for _ in groups(checked):
        pass
    return checked


def check_vectors(kind: str, vectors: Iterable[Sequence[int]]) -> list[Vector]:
    """Return the annotations of one text if all are well-formed and of one length.

    Raises IllFormed otherwise, and ValueError for an unknown kind or unequal lengths.

    >>> check_vectors("nested", [(0, 1), (1, 1)])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    agreement.segmentation.vectors.IllFormed: Annotation 2: Boundaries 1 and 2 both have ...
    """
    check = check_of(kind)
    found = [tuple(vector) for vector in vectors]
    if len(set(map(len, found))) > 1:
        raise ValueError("The annotations of one text have different lengths.")
    for vector in dict.fromkeys(found):
        try:
            check(vector, len(vector) + 1)
        except IllFormed as error:
            place = f"Annotation {found.index(vector) + 1}: "
            raise IllFormed(f"{place}{error}", error.reason, error.position) from None
    return found


def check_items(kind: str, items: Iterable[Iterable[Sequence[int]]]) -> list[list[Vector]]:
    """Return the annotations of many texts; each distinct vector is checked once.

    Raises as `check_vectors` does.
    """
    check_of(kind)
    found = [[tuple(vector) for vector in item] for item in items]
    known: set[Vector] = set()
    for number, item in enumerate(found, 1):
        try:
            if len(set(map(len, item))) > 1 or not known.issuperset(item):
                check_vectors(kind, item)
        except IllFormed as error:
            raise IllFormed(f"Text {number}: {error}", error.reason, error.position) from None
        known.update(item)
    return found


def check_alike(vectors: Iterable[Sequence[int]]) -> list[Vector]:
    """Return the annotations of one text if they are all flat or all trees."""
    found = [tuple(vector) for vector in vectors]
    try:
        return check_vectors("flat", found)
    except IllFormed:
        return check_vectors("nary", found)


def check_of(kind: str) -> Callable[[object, int], Vector]:
    """Return the function that checks vectors of the kind.

    >>> check_of("oblique")
    Traceback (most recent call last):
        ...
    ValueError: There are no segmentations of the kind 'oblique', only flat, nested and nary ones.
    """
    if kind not in CHECKS:
        raise ValueError(
            f"There are no segmentations of the kind {kind!r}, only flat, nested and nary ones."
        )
    return CHECKS[kind]


def nested_tree(vector: Sequence[int]) -> Tree:
    """Return the tree of a nested vector, as nested pairs of word indexes.

    >>> nested_tree((0, 1))
    ((0, 1), 2)
    """
    by_last: dict[int, Tree] = {}
    by_first: dict[int, Tree] = {}
    tree: Tree = 0
    for node in nodes(check_nested(vector, len(vector) + 1)):
        left = by_last.get(node.boundary, node.boundary)
        right = by_first.get(node.boundary + 1, node.boundary + 1)
        tree = (left, right)
        by_first[node.first] = by_last[node.last] = tree
    return tree


def nodes(vector: Vector) -> Iterator[Node]:
    """Yield the internal nodes, children before parents; IllFormed if the labels are not heights.

    One pass with a stack of the boundaries whose right part is not complete.
    """
    waiting: list[tuple[int, int, int, int]] = []  # label, boundary, first word, height at left
    for boundary, label in enumerate([*vector, max(vector, default=0) + 1]):
        first, height = boundary, -1
        while waiting and waiting[-1][0] < label:
            expected, at, first, left = waiting.pop()
            height = 1 + max(left, height)
            if height != expected:
                raise IllFormed(
                    f"Boundary {at + 1} has the label {expected} where the height of its tree "
                    f"is {height}.",
                    f"label {expected} where the height is {height}",
                    at,
                )
            yield Node(at, first, boundary)
        if waiting and waiting[-1][0] == label:
            raise IllFormed(
                f"Boundaries {waiting[-1][1] + 1} and {boundary + 1} both have the label {label}, "
                "and none between them is higher. A tree has one root.",
                "root label not unique",
                boundary,
            )
        waiting.append((label, boundary, first, height))


def groups(vector: Vector) -> Iterator[Group]:
    """Yield the nodes of an n-ary tree, parts before wholes; IllFormed if labels are not heights.

    One pass, as in `nodes`; an equal label continues the node that is waiting.

    >>> [(group.first, group.last) for group in groups((0, 0, 1, 1))]  # ((a b c) d e)
    [(0, 2), (0, 4)]
    """
    waiting: list[tuple[int, Vector, int, int]] = []  # label, boundaries, first word, height
    for boundary, label in enumerate([*vector, max(vector, default=0) + 1]):
        first, height = boundary, -1
        while waiting and waiting[-1][0] < label:
            expected, at, first, highest = waiting.pop()
            height = 1 + max(highest, height)
            if height != expected:
                raise IllFormed(
                    f"Boundary {at[0] + 1} has the label {expected} where the height of its tree "
                    f"is {height}.",
                    f"label {expected} where the height is {height}",
                    at[0],
                )
            yield Group(at, first, boundary)
        at = (boundary,)
        if waiting and waiting[-1][0] == label:
            _, before, first, highest = waiting.pop()
            at, height = (*before, boundary), max(highest, height)
        waiting.append((label, at, first, height))


CHECKS: Mapping[str, Callable[[object, int], Vector]] = {
    "flat": check_flat,
    "nested": check_nested,
    "nary": check_nary,
}


def _whole_numbers(vector: object, n_words: int, largest: int, advice: str) -> Vector:
    if not isinstance(vector, list | tuple):
        raise IllFormed("The boundaries are not a list of whole numbers.", "not a list")
    if n_words < 1:
        raise IllFormed("The text has no words.", "no words")
    if len(vector) != n_words - 1:
        raise IllFormed(
            f"There are {len(vector)} boundaries; this text needs {n_words - 1}, one between each "
            "two words.",
            "wrong length",
        )
    for index, value in enumerate(vector):
        if type(value) is not int:
            sentence = f"Boundary {index + 1} is not a whole number. {advice}"
            raise IllFormed(sentence, "not a whole number", index)
        if not 0 <= value <= largest:
            sentence = f"Boundary {index + 1} is out of range. {advice}"
            raise IllFormed(sentence, "out of range", index)
    return tuple(vector)
