"""A simple way to score groups: every pair, one at a time."""

from collections.abc import Sequence
from itertools import combinations

from midpath.corpus.grouping import AnswerSets, Gold, Scores

Pairs = list[tuple[int, int, bool]]


def pairs_of(gold: Gold) -> Pairs:
    """Yield each pair in question, and whether people say that its segments belong together."""
    if isinstance(gold, AnswerSets):
        sets = [set(each) for each in gold.sets]
        segments = sorted(set().union(*sets))
        return [
            (a, b, any(a in each and b in each for each in sets))
            for a, b in combinations(segments, 2)
        ]
    return list(zip(gold.left.tolist(), gold.right.tolist(), gold.yes.tolist(), strict=True))


def counted(pairs: Pairs, same: Sequence[bool]) -> Scores:
    belong = [yes for _, _, yes in pairs]
    both = [a and b for a, b in zip(belong, same, strict=True)]
    return Scores(len(pairs), sum(belong), sum(same), sum(both))


def score(labels: Sequence[int], gold: Gold) -> Scores:
    pairs = pairs_of(gold)
    return counted(pairs, [labels[a] == labels[b] for a, b, _ in pairs])
