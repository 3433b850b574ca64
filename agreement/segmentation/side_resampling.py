"""Alpha of two sides' segmentations as a function of weights of the texts, for paired intervals.

A resample draws texts that both sides annotated. The sum of d_k over pairs of one annotation of
each side follows from three sums over all pairs: half of the sum for both sides together minus the
sums for either alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from agreement.bootstrap import USUAL, Floats, Plan, bootstrap
from agreement.segmentation.boundaries import Vector
from agreement.segmentation.compare import Sides, mean_apart
from agreement.segmentation.counting import POWERS
from agreement.segmentation.resampling import TextResampling, Texts, lengths_of_texts, total_sums
from agreement.segmentation.vectors import Kind, check_items

Figure = dict[str, object]
PARTS = ("crowd", "gold", "together", "between", "difference")
ROUNDING = 1e-9


def bootstrap_sides(
    kind: Kind, texts: Sequence[Sides], plan: Plan = USUAL
) -> dict[str, dict[str, Figure]]:
    """Return the intervals of alpha of either side, of both together and between them, and of the
    difference of the crowd's and the gold side's, by part and distance.

    texts : the annotations of either side; texts of one word, or without annotations of both sides,
        take no part

    >>> texts = [([(1, 0)] * 2, [(1, 0)]), ([(0, 1)] * 2, [(0, 1)]), ([(1, 1), (1, 0)], [(0, 1)])]
    >>> found = bootstrap_sides("flat", texts * 4)
    >>> found["between"]["d1"]["low"] < 0.5 < found["between"]["d1"]["high"]
    True
    """
    taking = [(crowd, gold) for crowd, gold in texts if crowd and gold and crowd[0]]
    names = [(part, f"d{k}") for part in PARTS for k in POWERS[kind]]
    if taking:
        found = bootstrap(SideResampling(kind, taking), len(taking), plan)
    else:
        found = bootstrap(lambda weights: np.full((len(weights), 1), np.nan), 0, plan) * len(names)
    result: dict[str, dict[str, Figure]] = {part: {} for part in PARTS}
    for (part, d), interval in zip(names, found, strict=True):
        result[part][d] = interval
    return result


class SideResampling:
    """The alphas of PARTS, each by all distances, as a function of rows of weights of the texts."""

    def __init__(self, kind: Kind, texts: Sequence[Sides]) -> None:
        self.powers = POWERS[kind]
        crowd, gold = (check_items(kind, side) for side in zip(*texts, strict=True))
        together = [[*mine, *theirs] for mine, theirs in zip(crowd, gold, strict=True)]
        self.sides = [_Side(kind, items) for items in (crowd, gold, together)]
        self.apart = [
            np.array([float(mean_apart(a, b, k)) for a, b in zip(crowd, gold, strict=True)])
            for k in self.powers
        ]

    def __call__(self, weights: Floats) -> Floats:
        with np.errstate(divide="ignore", invalid="ignore"):
            crowd, gold, together = (side.alphas(weights) for side in self.sides)
            between = np.stack(
                [self._between(weights, at) for at in range(len(self.powers))], axis=1
            )
        return np.concatenate([crowd, gold, together, between, crowd - gold], axis=1)

    def _between(self, weights: Floats, at: int) -> Floats:
        k = self.powers[at]
        crowd, gold, together = (side.sums(weights, k) for side in self.sides)
        pairs = (weights @ self.sides[0].sizes) * (weights @ self.sides[1].sizes)
        expected = (together - crowd - gold) / 2 / pairs
        observed = weights @ self.apart[at] / weights.sum(axis=1)
        found: Floats = np.where(expected > ROUNDING, 1 - observed / expected, np.nan)
        return found


class _Side:
    """The annotations of one side, or of both, in the order of the texts."""

    def __init__(self, kind: Kind, items: Sequence[Sequence[Vector]]) -> None:
        self.powers = len(POWERS[kind])
        self.sizes = np.array([len(item) for item in items], dtype=np.float64)
        groups, self.order = _grouped(items, least=1)
        self.lengths, self.slices = lengths_of_texts(groups)
        paired, self.paired = _grouped(items, least=2)
        self.resampling = TextResampling(kind, paired) if paired else None

    def alphas(self, weights: Floats) -> Floats:
        if self.resampling is None:
            return np.full((len(weights), self.powers), np.nan)
        return self.resampling(weights[:, self.paired])[:, : self.powers]

    def sums(self, weights: Floats, k: int) -> Floats:
        ordered = weights[:, self.order]
        return total_sums(self.lengths, [ordered[:, part] for part in self.slices], k)


def _grouped(items: Sequence[Sequence[Vector]], least: int) -> tuple[list[Texts], list[int]]:
    """Return the texts with at least this many annotations, by length and number, and their
    positions."""
    groups: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for place, item in enumerate(items):
        if len(item) >= least:
            groups[len(item[0]), len(item)].append(place)
    order = [place for _, places in sorted(groups.items()) for place in places]
    texts = [
        Texts(
            np.array([items[place] for place in places], dtype=np.int64),
            np.zeros((len(places), c), dtype=np.int64),
        )
        for (_, c), places in sorted(groups.items())
    ]
    return texts, order
