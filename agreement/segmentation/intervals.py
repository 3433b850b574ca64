"""Bootstrap intervals of the segmentation figures, from per-text sums.

`bootstrap` draws the resamples and `resampling` computes their figures; this module lays them out
as `segmentation.figures` does. A resample over texts is the campaign of the texts drawn, each as
often as it was drawn. `resampling` describes the one over annotators.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

import numpy as np

from agreement.bootstrap import USUAL, Floats, Plan, bootstrap
from agreement.segmentation.boundaries import Vector
from agreement.segmentation.counting import POWERS
from agreement.segmentation.entailment import entailing, entails
from agreement.segmentation.resampling import AnnotatorResampling, TextResampling, group_texts
from agreement.segmentation.vectors import Kind, check_items

__all__ = ["Plan", "bootstrap_entailment", "bootstrap_segmentation", "with_intervals"]

T = TypeVar("T")
Sides: TypeAlias = tuple[Sequence[T], Sequence[T]]  # flat annotations, nested annotations
Figure = dict[str, object]
FIGURES = ("alpha", "alpha_annotations", "S")


def bootstrap_segmentation(
    kind: Kind,
    items: Sequence[Sequence[Vector]],
    *,
    annotators: Sequence[Sequence[Hashable]] | None = None,
    plan: Plan = USUAL,
) -> dict[str, dict[str, Figure]]:
    """Return the intervals of alpha and S, over texts, or over annotators if they are given.

    items : the annotations of each text; their order, and that of the texts, does not matter
    annotators : who made each annotation, in the same order

    Texts that the figures leave out are left out here too. `bootstrap.bootstrap` defines when an
    interval is undefined; each such interval has a reason. S is over the texts that have a null
    distribution.

    >>> items = [[(1, 0), (1, 0)], [(0, 1), (0, 1)], [(1, 1), (1, 0)], [(0, 0), (0, 1)]]
    >>> found = bootstrap_segmentation("flat", items)["alpha"]["d1"]
    >>> found["low"] < 0.4 < found["high"], found["level"], found["resamples"]
    (True, 0.95, 1000)
    """
    groups, people = group_texts(check_items(kind, items), annotators)
    over = "texts" if annotators is None else "annotators"
    names = [(figure, f"d{k}") for figure in FIGURES for k in POWERS[kind]]
    if not groups:
        found = bootstrap(_nothing, 0, plan, over) * len(names)
    elif annotators is None:
        by_text = TextResampling(kind, groups)
        found = bootstrap(by_text, by_text.units, plan, over)
    else:
        found = bootstrap(AnnotatorResampling(kind, groups, people), people, plan, over)
    result: dict[str, dict[str, Figure]] = {figure: {} for figure in FIGURES}
    for (figure, d), interval in zip(names, found, strict=True):
        result[figure][d] = interval
    return result


def bootstrap_entailment(
    texts: Sequence[Sides[Vector]],
    *,
    annotators: Sequence[Sides[Hashable]] | None = None,
    plan: Plan = USUAL,
) -> Figure:
    """Return the interval of observed entailment, over texts, or over annotators if they are given.

    texts : the flat and the nested annotations of each text
    annotators : who made each annotation, in the same layout. A pair then counts as often as the
        flat's annotator was drawn times the nested one's.

    >>> texts = [([(1, 0)], [(1, 0)]), ([(1, 0)], [(0, 1)]), ([(0, 1)], [(0, 1)])]
    >>> bootstrap_entailment(texts, plan=Plan(method="percentile"))["low"]
    0.0
    """
    texts = list(
        zip(
            check_items("flat", [flats for flats, _ in texts]),
            check_items("nary", [nesteds for _, nesteds in texts]),
            strict=True,
        )
    )
    shared = [i for i, (flats, nesteds) in enumerate(texts) if flats and nesteds and flats[0]]
    if annotators is not None:
        by_people = PeopleEntailment([texts[i] for i in shared], [annotators[i] for i in shared])
        return bootstrap(by_people, by_people.units, plan, "annotators")[0]
    counts = []
    for flats, nesteds in (texts[i] for i in shared):
        times = Counter(map(tuple, nesteds))
        entailed = sum(entailing(times, tuple(flat)) for flat in flats)
        counts.append((entailed, len(flats) * len(nesteds)))
    sums = np.array(sorted(counts), dtype=np.float64).reshape(-1, 2)

    def observed(weights: Floats) -> Floats:
        entailed, pairs = (weights @ sums).T
        share: Floats = entailed / pairs
        return share[:, None]

    return bootstrap(observed, len(sums), plan)[0]


class PeopleEntailment:
    """Observed entailment as a function of weights of annotators.

    Both sums over pairs are quadratic in the weights, so two matrices (annotators, annotators)
    contain all that a resample needs. Raises ValueError if the annotators do not fit the texts.
    """

    def __init__(
        self, texts: Sequence[Sides[Vector]], annotators: Sequence[Sides[Hashable]]
    ) -> None:
        names = sorted({name for by in annotators for side in by for name in side}, key=str)
        number = {name: i for i, name in enumerate(names)}
        self.units = len(names)
        self.entailed, self.pairs = (np.zeros((self.units, self.units)) for _ in range(2))
        for sides, by in zip(texts, annotators, strict=True):
            if list(map(len, sides)) != list(map(len, by)):
                raise ValueError("There is not one annotator for each annotation.")
            for flat, i in zip(sides[0], by[0], strict=True):
                for nested, j in zip(sides[1], by[1], strict=True):
                    self.entailed[number[i], number[j]] += entails(nested, flat)
                    self.pairs[number[i], number[j]] += 1

    def __call__(self, weights: Floats) -> Floats:
        entailed = ((weights @ self.entailed) * weights).sum(axis=1)
        pairs = ((weights @ self.pairs) * weights).sum(axis=1)
        with np.errstate(invalid="ignore"):
            share: Floats = entailed / pairs
        return share[:, None]


def with_intervals(
    figures: Mapping[str, Any], intervals: Mapping[str, Mapping[str, Figure]]
) -> Figure:
    """Return the figures of `segmentation.figures` with an "interval" in each that has one."""
    result = dict(figures)
    for name, by_distance in intervals.items():
        result[name] = {
            d: found | {"interval": by_distance[d]} for d, found in figures[name].items()
        }
    return result


def _nothing(weights: Floats) -> Floats:
    return np.full((len(weights), 1), np.nan)
