"""The counts of a tally of labels, sorted by what they count (for the keys, see
`label_counting`)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple, cast

from agreement.tally import Tally
from agreement.votes import nominal, scale_alpha
from agreement.votes.nominal import Nominal


class Counts(NamedTuple):
    """The counts behind the figures of labels; kind and level are None for an empty tally.

    units : items by their number of answers
    labels : the labels given, in alphabetical order, on a scale from low to high
    together, alone : answers by label, of items with two answers or more, and with one
    apart : by label and m, in items with m answers, the pairs of an answer that has the label and
        one that does not
    unlike : by m, the ordered pairs of different answers
    pairs : the counts of `scale_alpha`, by their keys
    consensus : items by the label that is their consensus, or is part of it
    absolute, tied : items with an absolute majority, and items without a consensus
    """

    kind: str | None
    level: str | None
    units: dict[int, int]
    labels: list[str]
    together: dict[str, int]
    alone: dict[str, int]
    apart: Mapping[str, Mapping[int, int]]
    unlike: Mapping[int, int]
    pairs: dict[str, int]
    consensus: Mapping[str, int]
    absolute: int
    tied: int

    @property
    def items(self) -> int:
        return sum(self.units.values())

    @property
    def judgments(self) -> int:
        return sum(m * items for m, items in self.units.items())

    @property
    def items_together(self) -> int:
        """Return how many items have two answers or more."""
        return self.items - self.units.get(1, 0)

    @property
    def judgments_together(self) -> int:
        return self.judgments - self.units.get(1, 0)

    def given(self, label: str) -> int:
        """Return how many answers have the label."""
        return self.together.get(label, 0) + self.alone.get(label, 0)

    def nominal(self) -> Nominal:
        """Return the nominal alpha of answers of one label."""
        state = self._units()
        state.shift({f"unlike/{m}": pairs for m, pairs in self.unlike.items()}, 1)
        state.shift({f"label/{label}": times for label, times in self.together.items()}, 1)
        return nominal.nominal_alpha(state)

    def nominal_of(self, label: str) -> Nominal:
        """Return nominal alpha for the presence of a label."""
        state, has = self._units(), self.together.get(label, 0)
        state.shift({f"unlike/{m}": 2 * pairs for m, pairs in self.apart[label].items()}, 1)
        state.shift({"label/yes": has, "label/no": self.judgments_together - has}, 1)
        return nominal.nominal_alpha(state)

    def on_scale(self) -> Nominal:
        """Return the ordinal or interval alpha."""
        state = self._units()
        state.shift(self.pairs, 1)
        state.shift({f"label/{label}": times for label, times in self.together.items()}, 1)
        return scale_alpha.scale_alpha(state, cast(scale_alpha.Scale, self.level))

    def _units(self) -> Tally:
        return Tally({f"units/{m}": items for m, items in self.units.items()})


def counts_of(state: Mapping[str, int]) -> Counts:
    """Return the counts of a tally; raise ValueError if it contains several kinds or levels."""
    kinds = {tuple(key.split("/", 2)[:2]) for key in state}
    if len(kinds) > 1:
        raise ValueError("The tally contains labels of several kinds or levels.")
    kind, level = kinds.pop() if kinds else (None, None)
    by_key: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for key, count in state.items():
        what, _, rest = key.split("/", 2)[2].partition("/")
        by_key[what][rest] = count
    units = {int(m): items for m, items in by_key["units"].items()}
    labels = sorted({*by_key["label"], *by_key["alone"]})
    if kind == "scale":
        labels.sort(key=scale_alpha.number_of)
    apart = _apart(by_key["apart"], by_key["pairs"])
    unlike: Counter[int] = Counter({int(m): pairs for m, pairs in by_key["unlike"].items()})
    if kind != "any":
        for of_label in apart.values():
            unlike.update(of_label)
    tied = sum(by_key["tie"].values()) + sum(by_key["undecided"].values())
    consensus, absolute = _won(by_key["won"].items())
    consensus.update(by_key["taken"])
    return Counts(
        kind=kind,
        level=level,
        units=units,
        labels=labels,
        together=by_key["label"],
        alone=by_key["alone"],
        apart=apart,
        unlike=unlike,
        pairs={f"pairs/{rest}": pairs for rest, pairs in by_key["pairs"].items()},
        consensus=consensus,
        absolute=sum(units.values()) - tied if kind == "any" else absolute,
        tied=tied,
    )


def _apart(by_label: Mapping[str, int], by_two: Mapping[str, int]) -> dict[str, Counter[int]]:
    """Return by label and m the pairs of an answer that has it and one that does not.

    by_label : such pairs by m/label
    by_two : pairs of different answers by m/a/b
    """
    apart: defaultdict[str, Counter[int]] = defaultdict(Counter)
    for key, pairs in by_label.items():
        m, label = key.split("/", 1)
        apart[label][int(m)] += pairs
    for key, pairs in by_two.items():
        m, *both = key.split("/")
        for label in both:
            apart[label][int(m)] += pairs
    return apart


def _won(won: Iterable[tuple[str, int]]) -> tuple[Counter[str], int]:
    """Return the items that each label won, and how many were won with more than half."""
    consensus: Counter[str] = Counter()
    absolute = 0
    for key, items in won:
        support, m, label = key.split("/", 2)
        consensus[label] += items
        absolute += items * (2 * int(support) > int(m))
    return consensus, absolute
