"""Slow reference implementations for n-ary and labelled trees, from nested tuples. Test oracles.

A tree is the number of a word, or a tuple of two or more trees. A labelled one is a word, or a
tuple of a label (a text) and two or more trees.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, product
from typing import TypeAlias

from agreement.segmentation.boundaries import Vector

Tree: TypeAlias = "int | tuple[Tree, ...]"
Span: TypeAlias = tuple[int, int]


def all_trees(first: int, last: int) -> Iterator[Tree]:
    """Yield all trees over the words first to last: every way to cut them into two or more."""
    if first == last:
        yield first
        return
    for cuts in product((False, True), repeat=last - first):
        if any(cuts):
            begins = [first, *(first + at + 1 for at, cut in enumerate(cuts) if cut)]
            ends = [*(begin - 1 for begin in begins[1:]), last]
            yield from product(*(list(all_trees(*part)) for part in zip(begins, ends, strict=True)))


def words(tree: Tree) -> list[int]:
    return [tree] if isinstance(tree, int) else [word for part in tree for word in words(part)]


def height(tree: Tree) -> int:
    return -1 if isinstance(tree, int) else 1 + max(map(height, tree))


def vector(tree: Tree) -> Vector:
    """Return the heights, each at the boundary before the first word of a part that is not the
    first."""
    found: dict[int, int] = {}

    def visit(node: Tree) -> None:
        if isinstance(node, int):
            return
        for part in node[1:]:
            found[words(part)[0]] = height(node)
        for part in node:
            visit(part)

    visit(tree)
    return tuple(found[word] for word in sorted(found))


def spans(tree: Tree) -> set[Span]:
    """Return the first and last words of all groups, the whole text included."""
    if isinstance(tree, int):
        return set()
    own = words(tree)
    return {(own[0], own[-1])}.union(*map(spans, tree))


@cache
def trees_of(n: int) -> dict[Vector, Tree]:
    return {vector(tree): tree for tree in all_trees(0, n - 1)}


def null(n: int, k: int) -> dict[int, int]:
    found: dict[int, int] = {}
    for a, b in product(trees_of(n), repeat=2):
        x = sum(abs(u**k - v**k) for u, v in zip(a, b, strict=True))
        found[x] = found.get(x, 0) + 1
    return dict(sorted(found.items()))


def own_groups(vector: Vector) -> set[Span]:
    n = len(vector) + 1
    return spans(trees_of(n)[vector]) - {(0, n - 1)}


def bracketing(campaign: Sequence[Sequence[Vector]]) -> Fraction | None:
    shared = both = 0
    for item in campaign:
        for a, b in combinations(item, 2):
            one, other = own_groups(a), own_groups(b)
            shared += len(one & other)
            both += len(one) + len(other)
    return Fraction(2 * shared, both) if both else None


def entails(tree: Vector, flat: Vector) -> bool:
    """Return whether every segment of the flat is a word or a group of the tree."""
    cuts = [0, *(at + 1 for at, cut in enumerate(flat) if cut), len(flat) + 1]
    groups = spans(trees_of(len(tree) + 1)[tree])
    parts = [(begin, end - 1) for begin, end in pairwise(cuts)]
    return all(first == last or (first, last) in groups for first, last in parts)


def majority(item: Sequence[Vector]) -> set[Span]:
    n = len(item[0]) + 1
    votes = [spans(trees_of(n)[vector]) for vector in item]
    return {
        span for span in set().union(*votes) if 2 * sum(span in one for one in votes) > len(item)
    }
