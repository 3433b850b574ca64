"""Slow reference implementations of the pair figures, from the votes themselves. Test oracles."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

from agreement.tally import Tally
from agreement.votes.consensus import Correlation, correlation, majority
from agreement.votes.nominal import count_unit, nominal_alpha


class Pair(NamedTuple):
    """`similarity` is in millionths; `stratum` is a name."""

    votes: Sequence[str]
    similarity: int | None = None
    stratum: str | None = None


def table(pairs: Sequence[Pair]) -> dict[str, dict[str, Any]]:
    """Return Table 3 of COLING 2014: a column per stratum, and one for all."""
    names = dict.fromkeys(pair.stratum for pair in pairs if pair.votes and pair.stratum)
    groups = {name: [p.votes for p in pairs if p.stratum == name] for name in names}
    return {
        str(name): column([votes for votes in group if votes])
        for name, group in (*groups.items(), ("all", [pair.votes for pair in pairs]))
    }


def column(group: Sequence[Sequence[str]]) -> dict[str, Any]:
    won = [majority(votes) for votes in group]
    support = Counter(one.support for one in won if one.winner is not None)
    shares = [share for votes in group if (share := pairwise(votes)) is not None]
    return {
        "pairs": len(group),
        "judgments": sum(map(len, group)),
        "agree": {votes: Fraction(times, len(group)) for votes, times in support.items()},
        "consensus": Counter(one.winner for one in won if one.winner is not None),
        "ties": sum(one.winner is None for one in won),
        "absolute": sum(one.absolute for one in won),
        "pairwise": sum(shares, Fraction(0)) / len(shares) if shares else None,
        "alpha": nominal_alpha(Tally.total(map(count_unit, group))),
    }


def pairwise(votes: Sequence[str]) -> Fraction | None:
    alike = [a == b for a, b in combinations(votes, 2)]
    return Fraction(sum(alike), len(alike)) if alike else None


def similarity_with_consensus(pairs: Sequence[Pair], yes: frozenset[str]) -> Correlation:
    points = []
    for pair in pairs:
        winner = majority("yes" if vote in yes else "no" for vote in pair.votes).winner
        if pair.similarity is not None and winner is not None:
            points.append((Fraction(pair.similarity, 1_000_000), int(winner == "yes")))
    return correlation(points)
