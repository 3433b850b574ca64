"""Slow reference implementations of the kernel, straight from the definitions. Test oracles."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, product
from typing import TypeVar

from agreement.segmentation.boundaries import Tree, Vector
from agreement.segmentation.vectors import Kind

T = TypeVar("T")
Campaign = Sequence[Sequence[Vector]]  # the annotations of each item


def distance(a: Vector, b: Vector, k: int) -> Fraction:
    if len(a) > len(b):
        a, b = b, a
    places = [b[i : i + len(a)] for i in range(len(b) - len(a) + 1)]
    apart = [Fraction(sum(abs(x**k - y**k) for x, y in zip(a, p, strict=True))) for p in places]
    return sum(apart, Fraction(0)) / len(places) / len(a)


def compared(campaign: Campaign) -> list[list[Vector]]:
    return [list(item) for item in campaign if len(item) >= 2 and len(item[0]) >= 1]


def within(campaign: Campaign, k: int, weights: str = "items") -> Fraction:
    total, weight = Fraction(0), 0
    for item in compared(campaign):
        c = len(item)
        times = 1 if weights == "items" else c
        matrix = sum((distance(a, b, k) for a in item for b in item), Fraction(0))
        total += times * matrix / (c * (c - 1))
        weight += times
    return total / weight / 2


def total(campaign: Campaign, k: int) -> Fraction:
    everything = [vector for item in compared(campaign) for vector in item]
    n = len(everything)
    matrix = sum((distance(a, b, k) for a in everything for b in everything), Fraction(0))
    return matrix / (2 * n * (n - 1))


def alpha(campaign: Campaign, k: int, weights: str = "items") -> Fraction | None:
    if not compared(campaign) or not total(campaign, k):
        return None
    return 1 - within(campaign, k, weights) / total(campaign, k)


def between(
    items: Sequence[tuple[Sequence[T], Sequence[T]]], apart: Callable[[T, T], Fraction]
) -> Fraction | None:
    """Return alpha between two sides, over the items with answers from both."""
    both = [(one, other) for one, other in items if one and other]
    if not both:
        return None
    observed = Fraction(0)
    for one, other in both:
        each = [apart(a, b) for a, b in product(one, other)]
        observed += sum(each, Fraction(0)) / len(each) / len(both)
    pairs = [(a, b) for one, _ in both for a in one for _, other in both for b in other]
    expected = sum((apart(a, b) for a, b in pairs), Fraction(0)) / len(pairs)
    return 1 - observed / expected if expected else None


def heights(tree: Tree) -> tuple[int, Vector]:
    """Return the height of a tree (-1 for a word) and its boundary vector."""
    if isinstance(tree, int):
        return -1, ()
    (left, before), (right, after) = heights(tree[0]), heights(tree[1])
    height = 1 + max(left, right)
    return height, (*before, height, *after)


def trees(first: int, last: int) -> Iterator[Tree]:
    if first == last:
        yield first
    for split in range(first, last):
        yield from product(trees(first, split), trees(split + 1, last))


@cache
def all_vectors(kind: Kind, n: int) -> list[Vector]:
    if kind == "flat":
        return list(product((0, 1), repeat=n - 1))
    return [heights(tree)[1] for tree in trees(0, n - 1)]


def apart(a: Vector, b: Vector, k: int) -> int:
    return sum(abs(x**k - y**k) for x, y in zip(a, b, strict=True))


@cache
def null(kind: Kind, n: int, k: int) -> Counter[int]:
    vectors = [tuple(v**k for v in vector) for vector in all_vectors(kind, n)]
    return Counter(sum(map(abs, map(int.__sub__, a, b))) for a in vectors for b in vectors)


def p_at_least(kind: Kind, n: int, k: int, x: int) -> Fraction:
    counts = null(kind, n, k)
    return Fraction(sum(c for y, c in counts.items() if y >= x), sum(counts.values()))


def agreement_over_chance(campaign: Campaign, kind: Kind, k: int) -> tuple[Fraction, Fraction]:
    """Return S with and without self-pairs."""
    whole, distinct = Fraction(0), Fraction(0)
    for item in compared(campaign):
        n, c = len(item[0]) + 1, len(item)
        p = [[p_at_least(kind, n, k, apart(a, b, k)) for b in item] for a in item]
        whole += sum((p[i][j] for i in range(c) for j in range(c)), Fraction(0)) / c**2
        others = [p[i][j] for i in range(c) for j in range(c) if i != j]
        distinct += sum(others, Fraction(0)) / (c * (c - 1))
    return whole / len(compared(campaign)), distinct / len(compared(campaign))


def entails(nested: Vector, flat: Vector) -> bool:
    """Return whether every boundary inside a multiword segment is lower than both boundaries at its
    ends."""
    heights = [10**9, *nested, 10**9]
    cuts = [0, *(i + 1 for i, cut in enumerate(flat) if cut), len(flat) + 1]
    for start, end in pairwise(cuts):
        for inside in range(start + 1, end):
            if heights[inside] >= heights[start] or heights[inside] >= heights[end]:
                return False
    return True


def chance_entailment(n: int, k: int) -> Fraction:
    """Enumerate and count all pairs of a tree and a flat segmentation with k segments."""
    flats = [flat for flat in all_vectors("flat", n) if sum(flat) == k - 1]
    nesteds = all_vectors("nested", n)
    yes = sum(entails(nested, flat) for flat in flats for nested in nesteds)
    return Fraction(yes, len(flats) * len(nesteds))


def better(times: Counter[Vector], tied: Sequence[Vector]) -> Vector:
    return min(tied, key=lambda flat: (-times[flat], sum(flat), flat))


def most_entailed(flats: Sequence[Vector], nesteds: Sequence[Vector]) -> tuple[Vector, set[Vector]]:
    """Return FEMN's winner and all candidates with as many votes."""
    candidates = {flat for flat in flats if 0 in flat and 1 in flat}
    votes = {flat: sum(entails(nested, flat) for nested in nesteds) for flat in candidates}
    tied = [flat for flat in candidates if votes[flat] == max(votes.values())]
    return better(Counter(flats), tied), set(tied)


def iterative_voting(
    flats: Sequence[Vector], nesteds: Sequence[Vector]
) -> tuple[Vector, set[Vector]]:
    """Return Iterative Voting's winner and all remaining flats. Some flat must contain both 0 and
    1."""
    left = [flat for flat in flats if 0 in flat and 1 in flat]
    voters = list(nesteds)
    while len(set(left)) > 1:
        flat_scores = [sum(entails(nested, flat) for nested in voters) for flat in left]
        nested_scores = [sum(entails(nested, flat) for flat in left) for nested in voters]
        new_left = [f for f, s in zip(left, flat_scores, strict=True) if s > min(flat_scores)]
        new_voters = [
            n for n, s in zip(voters, nested_scores, strict=True) if s > min(nested_scores)
        ]
        if not new_left and not new_voters:
            break
        left, voters = new_left or left, new_voters or voters
    return better(Counter(flats), left), set(left)


def mean_apart(item: Sequence[Vector]) -> Fraction:
    pairs = list(combinations(item, 2))
    return sum((distance(a, b, 1) for a, b in pairs), Fraction(0)) / len(pairs)


def groups(vector: Vector) -> list[tuple[int, int]]:
    """Return the first and last word of each group: from a boundary outwards to the next higher
    ones."""
    found = []
    for at, height in enumerate(vector):
        first = max((i + 1 for i in range(at) if vector[i] > height), default=0)
        last = min(
            (i for i in range(at + 1, len(vector)) if vector[i] > height), default=len(vector)
        )
        found.append((first, last))
    return found


def most_voted_trees(annotations: Sequence[Vector]) -> list[Vector]:
    """Return all binary trees whose groups have the maximum number of votes."""
    votes = Counter(group for vector in annotations for group in groups(vector))
    worth = {
        tree: sum(votes[group] for group in groups(tree))
        for tree in all_vectors("nested", len(annotations[0]) + 1)
    }
    return [tree for tree, votes in worth.items() if votes == max(worth.values())]


def splits_at(vector: Vector, level: int) -> set[tuple[int, int, int]]:
    """Return the splits of groups that lie within exactly level - 1 other groups."""
    found = list(zip(range(len(vector)), groups(vector), strict=True))
    return {
        (first, at, last)
        for at, (first, last) in found
        if sum(a <= first and last <= b for _, (a, b) in found) == level
    }
