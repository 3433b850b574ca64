"""Contributions of many pairs at once: the sum of `pair_figures.pair_contribution` over them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from urllib.parse import quote

import numpy as np

from agreement.groups import Ints
from agreement.tally import Tally
from agreement.votes.ballots import Cells, Winners, cells_of, joined, winners_of
from agreement.votes.pair_figures import SAFE, stratum_of
from agreement.votes.pair_strata import View

YES_NO = ("no", "yes")


def count_pairs(
    pairs: Ints,
    labels: Ints,
    names: Sequence[str],
    yes: Collection[str] = ("yes",),
    *,
    similarities: Sequence[int | None],
    strata: Sequence[int | str | None],
) -> Tally:
    """Return the sum of the contributions of many pairs.

    pairs, labels : (V,) for each vote, whole numbers from 0; each pair has a vote
    names : the names of the labels
    similarities, strata : for each pair, as `pair_figures.pair_contribution` takes them

    >>> from agreement.votes.pair_figures import pair_contribution
    >>> votes = np.array([0, 0, 1]), np.array([0, 1, 0]), ["yes", "no"]
    >>> found = count_pairs(*votes, similarities=[400_000, None], strata=[None, "news"])
    >>> found == pair_contribution(["yes", "no"], similarity=400_000) + pair_contribution(
    ...     ["yes"], stratum="news"
    ... )
    True
    """
    size = len(similarities)
    if not size:
        return Tally()
    counting = _Counting(similarities, strata)
    counting.add([np.bincount(pairs, minlength=size)], "pairs/{}".format)
    counting.add_view("given", cells_of(pairs, labels), names)
    if yes:
        as_yes = np.array([name in yes for name in names]).astype("i1")
        pooled = cells_of(pairs, as_yes[labels])
        won = counting.add_view("yes_no", pooled, YES_NO)
        counting.add_points(won, similarities)
    return Tally(counting.counts)


class _Counting:
    """A tally that adds up counts under the keys of `pair_figures`, stratum by stratum."""

    def __init__(
        self, similarities: Sequence[int | None], strata: Sequence[int | str | None]
    ) -> None:
        numbers: dict[str, int] = {}
        of = [
            numbers.setdefault(stratum_of(stratum, similarity), len(numbers))
            for stratum, similarity in zip(strata, similarities, strict=True)
        ]
        self.of: Ints = np.array(of, dtype=np.int64)
        self.prefixes = [quote(name, safe=SAFE) for name in numbers]
        self.counts: dict[str, int] = {}

    def add(
        self,
        columns: Sequence[Ints],
        key: Callable[..., str],
        of: Ints | None = None,
        weights: Sequence[int] | Ints | int = 1,
    ) -> None:
        """Add, for each distinct row of the columns, the exact sum of its weights."""
        rows = np.stack([self.of if of is None else of, *columns])
        _, first, where = np.unique(joined(*rows), return_index=True, return_inverse=True)
        sums = np.zeros(len(first), dtype=object)
        np.add.at(sums, where, np.asarray(weights, dtype=object))
        for (stratum, *numbers), total in zip(rows.T[first].tolist(), sums.tolist(), strict=True):
            self.counts[f"{self.prefixes[stratum]}/{key(*numbers)}"] = total

    def add_view(self, view: View, cells: Cells, names: Sequence[str]) -> Winners:
        won = winners_of(cells, len(self.of))
        unlike = won.votes**2
        np.subtract.at(unlike, cells.items, cells.votes**2)
        self.add([won.votes], f"{view}/units/{{}}".format)
        some = won.votes > 1
        self.add([won.votes[some]], f"{view}/unlike/{{}}".format, self.of[some], unlike[some])
        shared = some[cells.items]
        self.add(
            [cells.labels[shared]],
            lambda label: f"{view}/label/{names[label]}",
            self.of[cells.items][shared],
            cells.votes[shared],
        )
        alone, tied = won.tied == 1, won.tied > 1
        self.add(
            [won.best[alone], won.votes[alone], won.label[alone]],
            lambda best, votes, label: f"{view}-won/{best}/{votes}/{names[label]}",
            self.of[alone],
        )
        self.add([won.best[tied], won.votes[tied]], f"{view}-tie/{{}}/{{}}".format, self.of[tied])
        return won

    def add_points(self, won: Winners, similarities: Sequence[int | None]) -> None:
        known = np.array([similarity is not None for similarity in similarities])
        self.add([], lambda: "r/unknown", self.of[~known])
        self.add([], lambda: "r/tie", self.of[known & (won.tied > 1)])
        points = known & (won.tied == 1)
        of = self.of[points]
        x = np.array([s or 0 for s in similarities], dtype=object)[points]
        y = won.label[points].astype(object)
        for name, weights in (("n", 1), ("x", x), ("y", y), ("xx", x * x), ("xy", x * y)):
            self.add([], f"r/{name}".format, of, weights)
