"""Contributions, figures and summaries of pairs of texts, ready for JSON.

Several workers answer one question about each pair (COLING 2014, section 2.2; ACL 2014, section 2).
Some answers count as yes: of "same message", "same topic" and "different", the first two. Every
figure comes twice: over the answers as given and, as "yes_no", over yes and no only.

A campaign's tally is the sum of its pairs' contributions. Each key begins with the pair's stratum
(slashes and percent signs in its name escaped) and continues with
    pairs/<m>                    pairs with m votes
    <view>/<key of nominal>      counts of `nominal`, for alpha and the mean pairwise agreement;
                                 view is `given` or `yes_no`
    <view>-won/<s>/<m>/<label>   pairs whose winner has s of m votes
    <view>-tie/<s>/<m>           pairs whose best labels tie with s of m votes each
    r/n, r/x, r/y, r/xx, r/xy    sums over pairs with a similarity x (whole millionths) and a
                                 consensus y (1 for yes); y * y = y
    r/tie, r/unknown             pairs that have no consensus, or no similarity
All values are whole numbers, so adding, withdrawing and merging are exact, in any order.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from urllib.parse import quote, unquote

from agreement.figure import figure_of
from agreement.tally import Tally
from agreement.votes import nominal
from agreement.votes.consensus import (
    MILLION,
    STRATA,
    Majority,
    Sums,
    as_yes_no,
    check_pair,
    majority,
    pairwise,
    pearson,
    present,
    stratum_names,
)
from agreement.votes.consensus import stratum_of as stratum_of_similarity
from agreement.votes.pair_shapes import Choice, ConsensusYes, Correlation, ItemSummary, PairFigures
from agreement.votes.pair_strata import View, column_of, view_figures

__all__ = ["ALL", "MILLION", "item_summary", "pair_contribution", "pair_figures", "stratum_of"]

SAFE = " ()[],."
ALL = "all"
ENDS = [int(end * MILLION) for end in STRATA]
NAMES = stratum_names()


def stratum_of(stratum: int | str | None, similarity: int | None = None) -> str:
    """Return the stratum's name: the file's own name, or by its number, or by the similarity.

    The similarity is in millionths. Empty if neither is known. Raises ValueError if the number or
    the similarity is out of range.

    >>> stratum_of(2), stratum_of(None, 250_000), stratum_of("news"), stratum_of(None)
    ('(.5, .75]', '[0, .25]', 'news', '')
    """
    if isinstance(stratum, int):
        if not 0 <= stratum < len(NAMES):
            raise ValueError(f"There is no stratum {stratum}.")
        return NAMES[stratum]
    if stratum:
        return stratum
    if similarity is None:
        return ""
    if 0 <= similarity <= MILLION:
        return NAMES[bisect_left(ENDS, similarity)]
    return stratum_of_similarity(Fraction(similarity, MILLION))


def pair_contribution(
    votes: Iterable[str | None],
    yes: Collection[str] = ("yes",),
    similarity: int | None = None,
    stratum: int | str | None = None,
) -> Tally:
    """Return one pair's contribution to a tally; it depends only on the multiset of votes.

    votes : the pair's answers, which are texts; None is a missing one
    yes : the answers that count as yes; if empty, there are no figures over yes and no
    similarity : the cosine in whole millionths
    stratum : its number from 0, or a name of the file's own; by default that of the similarity

    >>> state = pair_contribution(["yes", "yes", "no"], similarity=400_000)
    >>> state["(.25, .5]/given-won/2/3/yes"], state["(.25, .5]/r/x"]
    (1, 400000)
    """
    given = present(votes)
    if not given:
        return Tally()
    check_pair(given, similarity)
    counts = Tally({f"pairs/{len(given)}": 1}) + _vote("given", given, majority(given))
    if yes:
        pooled = as_yes_no(given, yes)
        won = majority(pooled)
        counts += _vote("yes_no", pooled, won)
        counts += _point(won, similarity)
    prefix = quote(stratum_of(stratum, similarity), safe=SAFE)
    return Tally({f"{prefix}/{key}": count for key, count in counts.items()})


def pair_figures(state: Mapping[str, int]) -> PairFigures:
    """Return all figures of a campaign's tally, the sum of its pairs' contributions.

    An undefined figure has the value None and a "reason" in words; "exact" is a fraction as "p/q".

    >>> state = pair_contribution(["yes"] * 5, similarity=900_000, stratum=3)
    >>> state += pair_contribution(["no"] * 4 + ["yes"], similarity=100_000, stratum=0)
    >>> found = pair_figures(state)
    >>> found["alpha"]["exact"], found["pairwise_agreement"], found["r"]["value"]
    ('5/8', 0.8, 1.0)
    >>> [column["name"] for column in found["strata"]]
    ['[0, .25]', '(.75, 1]', 'all']
    """
    strata: defaultdict[str, Tally] = defaultdict(Tally)
    for key, count in state.items():
        name, _, rest = key.partition("/")
        strata[unquote(name)][rest] = count
    together = Tally.total(strata.values())
    columns = [(name, strata[name]) for name in sorted(strata, key=_place) if name]
    columns.append((ALL, together))
    given = view_figures("given", columns)
    has_yes = any(key.startswith("yes_no/") for key in together)
    pooled = view_figures("yes_no", columns) if has_yes or not together else None
    return {
        **given,
        "one_judgment": together.get("pairs/1", 0),
        "consensus_yes": _yes(together, has_yes),
        "r": _r(together, has_yes),
        "yes_no": pooled,
    }


def item_summary(answers: Iterable[str | None], yes: Collection[str] = ("yes",)) -> ItemSummary:
    """Return a summary of one pair: votes, consensus, and disagreement.

    The disagreement is the share of its pairs of votes that differ. None is a missing answer.

    >>> found = item_summary(["same topic", "different", "same message"], {"same topic"})
    >>> found["winner"], found["ties"], found["yes_no"]["winner"], found["disagreement"]["value"]
    (None, ['different', 'same message', 'same topic'], 'no', 1.0)
    """
    votes = present(answers)
    by_frequency = sorted(Counter(votes).items(), key=lambda entry: (-entry[1], entry[0]))
    alike = pairwise(votes)
    unlike = None if alike is None else 1 - alike
    return {
        "n": len(votes),
        "votes": [[label, count] for label, count in by_frequency],
        **_choice(majority(votes)),
        "yes_no": _choice(majority(as_yes_no(votes, yes))) if yes else None,
        "disagreement": figure_of(unlike, "The pair has fewer than two answers."),
    }


def _vote(view: View, votes: Sequence[str], won: Majority) -> Tally:
    units = nominal.count_unit(votes)
    counts = Tally({f"{view}/{key}": count for key, count in units.items()})
    if won.winner is None:
        return counts + Tally({f"{view}-tie/{won.support}/{won.votes}": 1})
    return counts + Tally({f"{view}-won/{won.support}/{won.votes}/{won.winner}": 1})


def _point(won: Majority, similarity: int | None) -> Tally:
    if similarity is None:
        return Tally({"r/unknown": 1})
    if won.winner is None:
        return Tally({"r/tie": 1})
    x, y = similarity, int(won.winner == "yes")
    return Tally({"r/n": 1, "r/x": x, "r/y": y, "r/xx": x * x, "r/xy": x * y})


def _yes(counts: Mapping[str, int], has_yes: bool) -> ConsensusYes:
    """Return the share of pairs whose consensus is yes; ties count in the denominator only."""
    column = column_of("yes_no", counts)
    pairs = column.pairs.total()
    share = Fraction(column.consensus["yes"], pairs) if pairs and has_yes else None
    reason = "No answer counts as yes." if pairs else "No pair is judged yet."
    return {**figure_of(share, reason), "pairs": pairs}


def _r(counts: Mapping[str, int], has_yes: bool) -> Correlation:
    n, x, y, xx, xy = (counts.get(f"r/{name}", 0) for name in ("n", "x", "y", "xx", "xy"))
    found = pearson(
        Sums(n, x, y, xx, y, xy), "similarities", "consensus answers", "pairs with a consensus"
    )
    unknown, tied = counts.get("r/unknown", 0), counts.get("r/tie", 0)
    reason = found.reason
    if not has_yes and counts:
        reason = "No answer counts as yes."
    elif unknown and not n and not tied:
        reason = "No pair has a similarity."
    figure: Correlation = {
        "value": found.value,
        "pairs": n,
        "left_out": {
            why: many for why, many in (("tie", tied), ("no similarity", unknown)) if many
        },
    }
    if reason is not None:
        figure["reason"] = reason
    return figure


def _choice(won: Majority) -> Choice:
    return {
        "winner": won.winner,
        "support": won.support,
        "absolute": won.absolute,
        "ties": list(won.ties),
    }


def _place(name: str) -> tuple[int, str]:
    """Return a sort key: strata of similarity from low to high, then the file's own by name."""
    names = stratum_names()
    return (names.index(name), "") if name in names else (len(names), name)
