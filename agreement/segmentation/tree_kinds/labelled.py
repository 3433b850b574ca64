"""Trees whose groups have labels (`labelled_vectors`): agreement on the labels.

Labels take no part in distances, alpha and S, which compare heights. Two figures compare labels:
    F of labelled groups (PARSEVAL; Black et al. 1991): twice the groups that two annotations of a
        text share with their label, over the groups of both, pooled over pairs. The whole text is
        counted, since its label is chosen too
    alpha of labels: Krippendorff's nominal alpha (`agreement.votes.nominal`). The units are the
        groups of a text; an annotation that lacks a group has no label for it

The keys of a campaign's tally are those of unlabelled trees, and
    labelled/pairs, labelled/shared, labelled/groups    for F, over pairs of annotations
    named/<key>                                          for alpha; the labels are their numbers
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from agreement.segmentation.levels import pairs_of
from agreement.segmentation.tree_kinds.labelled_vectors import labelled_groups, with_labels
from agreement.segmentation.trees import Span
from agreement.segmentation.vectors import Vector, groups
from agreement.tally import Tally
from agreement.votes.nominal import Nominal, count_unit, nominal_alpha

COUNTED = ("labelled", "named")
NO_LABEL = "No annotation has this group of the consensus tree, so it has no label."


class Labelled(NamedTuple):
    """F of labelled groups; None if no text of two or more words has two annotations."""

    value: Fraction | None
    shared: int
    groups: int
    pairs: int


def label_votes(annotations: Sequence[Vector]) -> dict[Span, Counter[int]]:
    """Return how many annotations give a group each label."""
    votes: defaultdict[Span, Counter[int]] = defaultdict(Counter)
    for vector, times in Counter(annotations).items():
        for span, label in labelled_groups(vector).items():
            votes[span][label] += times
    return votes


def count_item(vectors: Sequence[Vector]) -> Tally:
    """Return one text's contribution on labels, over all pairs of its labelled annotations.

    >>> count_item([(0, 1, 0, 1), (0, 1, 0, 2)]) == Tally({
    ...     "labelled/pairs": 1, "labelled/shared": 1, "labelled/groups": 4, "named/units/2": 2,
    ...     "named/unlike/2": 2, "named/label:int/0": 2, "named/label:int/1": 1,
    ...     "named/label:int/2": 1})
    True
    """
    c = len(vectors)
    if c < 2 or not vectors[0]:
        return Tally()
    counts, shared, total = Tally({"labelled/pairs": c * (c - 1) // 2}), 0, 0
    for votes in label_votes(vectors).values():
        shared += pairs_of(votes.values())
        total += votes.total()
        unit = count_unit(votes.elements())
        counts.shift({f"named/{key}": count for key, count in unit.items()}, 1)
    return counts.shift({"labelled/shared": shared, "labelled/groups": (c - 1) * total}, 1)


def labelled_bracketing(state: Mapping[str, int]) -> Labelled:
    """Return F of labelled groups.

    >>> print(labelled_bracketing(count_item([(0, 1, 0, 1), (0, 1, 0, 2)])).value)
    1/2
    """
    pairs, shared, both = (state.get(f"labelled/{key}", 0) for key in ("pairs", "shared", "groups"))
    return Labelled(Fraction(2 * shared, both) if both else None, shared, both, pairs)


def label_alpha(state: Mapping[str, int]) -> Nominal:
    """Return alpha of labels. Undefined if no group is in two annotations of a text, or if all
    labels are the same.

    >>> print(label_alpha(count_item([(0, 1, 0, 1), (0, 1, 0, 2)])).value)
    2/5
    """
    prefix = "named/"
    named = {key[len(prefix) :]: n for key, n in state.items() if key.startswith(prefix)}
    return nominal_alpha(named)


class Names(NamedTuple):
    """The labels of a consensus tree: its labelled vector, the votes for the label at each
    boundary, and the boundaries of groups whose label is tied."""

    vector: Vector | None
    support: list[int]
    ties: list[int]
    reason: str | None = None


def consensus_labels(heights: Vector, annotations: Sequence[Vector]) -> Names:
    """Return a consensus tree with the label that most annotations with the group give each group;
    of tied labels, the first. Undefined if a group is in no annotation.

    >>> consensus_labels((0, 1), [(0, 1, 0, 1), (0, 1, 0, 2), (1, 0, 1, 1)])
    Names(vector=(0, 1, 0, 1), support=[2, 2], ties=[], reason=None)
    """
    votes, support, ties = label_votes(annotations), [0] * len(heights), list[int]()
    chosen: dict[Span, int] = {}
    for group in groups(heights):
        span = group.first, group.last
        if span not in votes:
            return Names(None, [], [], NO_LABEL)
        most = max(votes[span].values())
        best = sorted(label for label, times in votes[span].items() if times == most)
        chosen[span] = best[0]
        ties += group.boundaries if len(best) > 1 else ()
        for at in group.boundaries:
            support[at] = most
    return Names(with_labels(heights, chosen), support, sorted(ties))
