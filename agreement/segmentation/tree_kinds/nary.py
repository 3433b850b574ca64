"""Trees whose nodes have two parts or more: shared groups, and majority groups.

There are s(n) such trees over n words, the little Schroeder numbers. A group of l of n words is in
s(l) s(n - l + 1) of them: a tree over the group, and a tree over the rest, in which the group is
one word.

Majority groups (Margush and McMorris 1981): the groups that more than half of the annotations have.
Any two of them are in one annotation, so they never cross, and together they are a tree.

The keys of a campaign's tally are those of `levels`, and
    groups/n         groups of both sides, over pairs of annotations of the same text; the whole
                     text is not counted, neither here nor in shared/n
A node with p parts has p - 1 splits, one at each of its boundaries.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from agreement.segmentation.levels import Bracketing, pairs_of
from agreement.segmentation.tree_kinds.schroeder import schroeder
from agreement.segmentation.trees import ConsensusTree, Span
from agreement.segmentation.vectors import Group, Vector, groups
from agreement.tally import Tally

Split = tuple[int, int, int]  # first word, boundary, last word


def span_votes(annotations: Sequence[Vector]) -> Counter[Span]:
    """Return how many annotations contain each group of two words or more.

    >>> sorted(span_votes([(0, 0), (0, 1)]).items())
    [((0, 1), 1), ((0, 2), 2)]
    """
    votes: Counter[Span] = Counter()
    for vector, times in Counter(annotations).items():
        for group in groups(vector):
            votes[group.first, group.last] += times
    return votes


def majority_tree(annotations: Sequence[Vector]) -> ConsensusTree:
    """Return the tree of the groups that more than half of the annotations have.

    Its support is, for each boundary, the votes for the group that is split there. `ties` are the
    boundaries inside a group of exactly half of the annotations, which is left out, unless a
    majority group within it contains them. Undefined without annotations.

    >>> majority_tree([(0, 1, 1), (0, 1, 2), (0, 0, 0)])  # ((a b) c d), (((a b) c) d), (a b c d)
    ConsensusTree(vector=(0, 1, 1), support=[2, 3, 3], ties=[], reason=None)
    >>> majority_tree([(0, 0, 0), (0, 1, 1)])
    ConsensusTree(vector=(0, 0, 0), support=[2, 2, 2], ties=[0], reason=None)
    """
    if not annotations:
        return ConsensusTree(None, [], [], "There is no annotation.")
    c, votes = len(annotations), span_votes(annotations)
    vector, support, owner = _of_spans(
        len(annotations[0]), {span: times for span, times in votes.items() if 2 * times > c}
    )
    tied = [span for span, times in votes.items() if 2 * times == c]
    ties = {
        at
        for first, last in tied
        for at in range(first, last)
        if not (first <= owner[at][0] and owner[at][1] <= last)
    }
    return ConsensusTree(vector, support, sorted(ties))


def _of_spans(
    boundaries: int, votes: Mapping[Span, int]
) -> tuple[Vector, list[int], dict[int, Span]]:
    """Return the vector of groups that do not cross, the votes for the group of each boundary, and
    the groups. Shorter groups come first: each takes the boundaries that are left in it."""
    owner: dict[int, Span] = {}
    vector = [-1] * boundaries
    for first, last in sorted(votes, key=lambda span: span[1] - span[0]):
        within = range(first, last)
        height = 1 + max(vector[at] for at in within)
        for at in within:
            if at not in owner:
                owner[at], vector[at] = (first, last), height
    return tuple(vector), [votes[owner[at]] for at in range(boundaries)], owner


def splits_by_level(vector: Vector) -> dict[int, set[Split]]:
    """Return the splits at each level; the root is at level 1.

    >>> splits_by_level((0, 1, 1))  # ((a b) c d)
    {1: {(0, 1, 3), (0, 2, 3)}, 2: {(0, 0, 1)}}
    """
    levels: dict[int, set[Split]] = {}
    enclosing: list[Group] = []
    for group in reversed(list(groups(vector))):
        while enclosing and not enclosing[-1].first <= group.first <= enclosing[-1].last:
            enclosing.pop()
        enclosing.append(group)
        splits = {(group.first, at, group.last) for at in group.boundaries}
        levels.setdefault(len(enclosing), set()).update(splits)
    return levels


def count_item(vectors: Sequence[Vector]) -> Tally:
    """Return one text's contribution, over all pairs of its annotations.

    >>> count_item([(0, 0), (0, 1)])
    {'pairs/3': 1, 'groups/3': 1, 'splits/3/1': 3, 'both/3/1': 1, 'splits/3/2': 1}
    """
    c = len(vectors)
    if c < 2 or not vectors[0]:
        return Tally()
    n = len(vectors[0]) + 1
    votes = span_votes(vectors)
    del votes[0, n - 1]
    counts = Tally(
        {
            f"pairs/{n}": c * (c - 1) // 2,
            f"shared/{n}": pairs_of(votes.values()),
            f"groups/{n}": (c - 1) * votes.total(),
        }
    )
    by_level: dict[int, Counter[Split]] = {}
    for vector, times in Counter(vectors).items():
        for level, splits in splits_by_level(vector).items():
            counted = by_level.setdefault(level, Counter())
            for split in splits:
                counted[split] += times
    for level, counted in sorted(by_level.items()):
        counts[f"splits/{n}/{level}"] = (c - 1) * counted.total()
        if both := pairs_of(counted.values()):
            counts[f"both/{n}/{level}"] = both
    return counts


def bracketing(state: Mapping[str, int]) -> Bracketing:
    """Return F of the groups, pooled over all pairs of annotations of the same text: twice the
    shared groups over the groups of both. The whole text is not counted.

    Undefined if no annotation that can be compared has a group besides the whole text.

    >>> result = bracketing(count_item([(0, 1, 1), (0, 1, 2)]))
    >>> print(result.value, result.chance)
    2/3 3/11
    """
    pairs = {int(key[6:]): count for key, count in state.items() if key.startswith("pairs/")}
    both = sum(count for key, count in state.items() if key.startswith("groups/"))
    if not both:
        reason = "No text has two annotations, of which one has a group besides the whole text."
        return Bracketing(None, None, 0, 0, 0, reason)
    shared = sum(count for key, count in state.items() if key.startswith("shared/"))
    by_chance, expected = Fraction(0), Fraction(0)
    for n, count in pairs.items():
        one, two = groups_by_chance(n)
        expected += count * one
        by_chance += count * two
    together = sum(count for n, count in pairs.items() if n > 2)
    return Bracketing(Fraction(2 * shared, both), by_chance / expected, shared, both, together)


@lru_cache(maxsize=512)
def groups_by_chance(n: int) -> tuple[Fraction, Fraction]:
    """Return the mean number of groups of a random tree over n words, besides the whole text, and
    the mean number that two random trees share.

    >>> [str(mean) for mean in groups_by_chance(3)]
    ['2/3', '2/9']
    """
    one = two = Fraction(0)
    for size in range(2, n):
        share = Fraction(schroeder(size) * schroeder(n - size + 1), schroeder(n))
        one += (n - size + 1) * share
        two += (n - size + 1) * share**2
    return one, two
