"""Bootstrap intervals of the segmentation figures, from per-text sums.

`bootstrap` draws and `resampling` computes; this is their front door, with the layout of
`segmentation.figures`. A resample over texts is the campaign of the texts drawn, each as often as
it was drawn; over annotators, see `resampling`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import numpy as np

from agreement.bootstrap import USUAL, Floats, Plan, bootstrap
from agreement.boundaries import Vector
from agreement.counting import POWERS, Kind
from agreement.entailment import entailing
from agreement.resampling import AnnotatorResampling, TextResampling, group_texts

__all__ = ["Plan", "bootstrap_entailment", "bootstrap_segmentation", "with_intervals"]

Figure = dict[str, object]
FIGURES = ("alpha", "alpha_annotations", "S")


def bootstrap_segmentation(
    kind: Kind,
    items: Sequence[Sequence[Vector]],
    *,
    annotators: Sequence[Sequence[Hashable]] | None = None,
    plan: Plan = USUAL,
) -> dict[str, dict[str, Figure]]:
    """The intervals of alpha and S, over texts, or over annotators where these are given.

    items : the annotations of each text; their order, and that of the texts, does not matter
    annotators : who made each of them, in the same order

    Texts that take no part in the figures take none here. Undefined, with a reason in each
    interval, as `bootstrap.bootstrap` says. S is over the texts that have a null distribution.

    >>> items = [[(1, 0), (1, 0)], [(0, 1), (0, 1)], [(1, 1), (1, 0)], [(0, 0), (0, 1)]]
    >>> found = bootstrap_segmentation("flat", items)["alpha"]["d1"]
    >>> found["low"] < 0.4 < found["high"], found["level"], found["resamples"]
    (True, 0.95, 1000)
    """
    groups, people = group_texts(items, annotators)
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
    texts: Sequence[tuple[Sequence[Vector], Sequence[Vector]]], *, plan: Plan = USUAL
) -> Figure:
    """The interval of observed entailment over texts, each given as its flats and its nesteds.

    >>> texts = [([(1, 0)], [(1, 0)]), ([(1, 0)], [(0, 1)]), ([(0, 1)], [(0, 1)])]
    >>> bootstrap_entailment(texts, plan=Plan(method="percentile"))["low"]
    0.0
    """
    counts = []
    for flats, nesteds in texts:
        if flats and nesteds and flats[0]:
            times = Counter(map(tuple, nesteds))
            entailed = sum(entailing(times, tuple(flat)) for flat in flats)
            counts.append((entailed, len(flats) * len(nesteds)))
    sums = np.array(sorted(counts), dtype=np.float64).reshape(-1, 2)

    def observed(weights: Floats) -> Floats:
        entailed, pairs = (weights @ sums).T
        share: Floats = entailed / pairs
        return share[:, None]

    return bootstrap(observed, len(sums), plan)[0]


def with_intervals(
    figures: Mapping[str, Any], intervals: Mapping[str, Mapping[str, Figure]]
) -> Figure:
    """Figures, as `segmentation.figures` gives them, with an "interval" in each that has one."""
    result = dict(figures)
    for name, by_distance in intervals.items():
        result[name] = {
            d: found | {"interval": by_distance[d]} for d, found in figures[name].items()
        }
    return result


def _nothing(weights: Floats) -> Floats:
    return np.full((len(weights), 1), np.nan)
