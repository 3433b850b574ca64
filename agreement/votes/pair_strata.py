"""Table 3 of COLING 2014: consensus and agreement of pairs by stratum, and of all pairs.

Computed from the counts of `pair_figures` for each stratum, once over the answers as given and once
over yes and no.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Literal, NamedTuple

from agreement.figure import figure_of, nominal_figure
from agreement.tally import Tally
from agreement.votes import nominal
from agreement.votes.pair_shapes import Alpha, Pairwise, Share, StratumFigures, ViewFigures

View = Literal["given", "yes_no"]

NO_TWO = "No pair has two judgments."


class Column(NamedTuple):
    """The counts behind one column of Table 3."""

    pairs: Counter[int]  # votes: pairs
    units: Tally
    won: Counter[tuple[int, int, str]]  # support, votes, label
    tied: int

    @property
    def consensus(self) -> Counter[str]:
        """Return how many pairs each label won."""
        consensus: Counter[str] = Counter()
        for (_, _, label), pairs in self.won.items():
            consensus[label] += pairs
        return consensus


def view_figures(view: View, columns: Iterable[tuple[str, Tally]]) -> ViewFigures:
    """Return the figures of all pairs, and the table by stratum; its last column is for all."""
    table = [(name, column_of(view, counts)) for name, counts in columns]
    everything = table[-1][1]
    shown = _column(everything)
    return {
        "pairs": shown["pairs"],
        "judgments": shown["judgments"],
        "alpha": shown["alpha"],
        "pairwise_agreement": shown["pairwise_agreement"],
        "pairwise": shown["pairwise"],
        "majority": {
            "consensus": dict(sorted(everything.consensus.items())),
            "ties": everything.tied,
            "absolute": shown["absolute"],
        },
        "strata": [{"name": name, **_column(column)} for name, column in table],
    }


def column_of(view: View, counts: Mapping[str, int]) -> Column:
    """Return the counts of a stratum in one view, sorted by kind."""
    column = Column(Counter(), Tally(), Counter(), 0)
    tied = 0
    for key, count in counts.items():
        what, _, rest = key.partition("/")
        if what == "pairs":
            column.pairs[int(rest)] = count
        elif what == view:
            column.units[rest] = count
        elif what == f"{view}-won":
            support, votes, label = rest.split("/", 2)
            column.won[int(support), int(votes), label] = count
        elif what == f"{view}-tie":
            tied += count
    return column._replace(tied=tied)


def _column(column: Column) -> StratumFigures:
    n = column.pairs.total()
    support: Counter[int] = Counter()
    for (votes, _, _), pairs in column.won.items():
        support[votes] += pairs
    absolute = sum(pairs for (s, votes, _), pairs in column.won.items() if 2 * s > votes)
    alike = _pairwise(column.units)
    return {
        "pairs": n,
        "judgments": sum(votes * pairs for votes, pairs in column.pairs.items()),
        "agree": [
            {"votes": votes, **_share(pairs, n)} for votes, pairs in sorted(support.items())[::-1]
        ],
        "consensus": {label: _share(pairs, n) for label, pairs in sorted(column.consensus.items())},
        "ties": _share(column.tied, n),
        "absolute": _share(absolute, n),
        "pairwise_agreement": alike["value"],
        "pairwise": alike,
        "alpha": _alpha(column.units),
    }


def _pairwise(units: Mapping[str, int]) -> Pairwise:
    """Return the mean over pairs with m > 1 votes of 1 - unlike / (m (m - 1))."""
    alike, n = Fraction(0), 0
    for key, count in units.items():
        what, _, of = key.partition("/")
        if what == "units" and int(of) > 1:
            alike, n = alike + count, n + count
        elif what == "unlike":
            alike -= Fraction(count, int(of) * (int(of) - 1))
    return {**figure_of(alike / n if n else None, NO_TWO), "pairs": n}


def _alpha(units: Mapping[str, int]) -> Alpha:
    found = nominal.nominal_alpha(units)
    alike = "All answers are alike, so there is no variety to compare."
    return {
        **nominal_figure(found, alike if found.units else NO_TWO),
        "pairs": found.units,
        "judgments": found.labels,
        "left_out": found.left_out,
    }


def _share(part: int, whole: int) -> Share:
    return {"pairs": part, "share": part / whole if whole else None}
