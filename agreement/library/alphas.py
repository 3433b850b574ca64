"""Krippendorff's α of labels."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from agreement.library.data import Data, Orientation, read
from agreement.library.estimators import alpha_estimator
from agreement.library.levels import LEVELS, Difference, Level, ratio_distance
from agreement.library.names import numbers_of
from agreement.library.result import Count, Estimator, Result
from agreement.votes.ballots import AnyBallots
from agreement.votes.nominal import Nominal, count_votes, nominal_alpha
from agreement.votes.scale_alpha import Scale, alpha_of_votes
from agreement.weighted.distance_alpha import Distance, distance_alpha, distance_of

ALONE = "items with one judgment"


def alpha(
    data: object,
    level: Level | Difference = "nominal",
    *,
    by: Orientation | None = None,
    missing: Collection[object] = (),
) -> Result:
    """Return Krippendorff's α, for any number of raters and with missing answers.

    α = 1 - observed / expected
    observed = (1 / n) Σ over items of [Σ of δ over ordered pairs of their labels] / (m - 1)
    expected = [Σ of δ over ordered pairs among all n labels] / (n (n - 1))

    data : see `agreement.library.data`; a matrix has a row for each rater unless by="items"
    level : δ of two labels a and b: nominal, 0 if they are equal, else 1; ordinal, the squared
        difference of their mean ranks; interval, (a - b)²; ratio, ((a - b) / (a + b))²; or a
        function of two labels that returns a number, such as `agreement.masi`
    missing : values that are missing answers, in addition to None and NaN

    Items with one judgment take no part (m is the number of an item's judgments). Undefined if no
    item has two judgments, or if all labels are alike. Raises ValueError if the data have no known
    form, or if the level needs numbers and a label is none.

    The example of Krippendorff 2011, section C: four observers, twelve units, nominal .743, ordinal
    .815, interval .849, ratio .797.

    >>> import agreement
    >>> rows = ["123321412...", "1233224125.3", ".3332342251.", "12332441251."]
    >>> data = [[None if cell == "." else int(cell) for cell in row] for row in rows]
    >>> found = agreement.alpha(data)
    >>> print(found.exact, found)  # doctest: +ELLIPSIS
    113/152 0.743 (n = 40 judgments of 11 items by 4 workers; left out: 7 empty cells, 1 item ...)
    >>> [round(agreement.alpha(data, each).value, 3) for each in ("ordinal", "interval", "ratio")]
    [0.815, 0.849, 0.797]

    K. Krippendorff: Computing Krippendorff's Alpha-Reliability. 2011.
    https://repository.upenn.edu/asc_papers/43
    """
    found = read(data, by, missing)
    ballots = found.ballots
    name = level if isinstance(level, str) else getattr(level, "__name__", "weighted")
    alpha_of, estimator = _by_level(ballots, level)
    return _result(f"{name} α", found, alpha_of, estimator)


def _by_level(ballots: AnyBallots, level: Level | Difference) -> tuple[Nominal, Estimator]:
    if callable(level):
        return _of_distance(ballots, distance_of(ballots.label_names, level))
    if level == "nominal":
        found = nominal_alpha(count_votes(ballots.items, ballots.labels))
        return found, alpha_estimator(ballots)
    if level == "ratio":
        return _of_distance(ballots, ratio_distance(ballots.label_names))
    if level not in ("ordinal", "interval"):
        raise ValueError(f"{level!r} is not a level. Give {LEVELS}.")
    return _on_scale(ballots, level)


def _on_scale(ballots: AnyBallots, level: Scale) -> tuple[Nominal, Estimator]:
    numbers = numbers_of(ballots.label_names)
    found = alpha_of_votes(ballots.items, ballots.labels, numbers, level)
    if level == "interval":
        return found, alpha_estimator(ballots, np.array([float(number) for number in numbers]))
    return found, alpha_estimator(ballots, "ranks")


def _of_distance(ballots: AnyBallots, distance: Distance) -> tuple[Nominal, Estimator]:
    k = len(ballots.label_names)
    found = distance_alpha(ballots.items, ballots.labels, k, distance)
    return found, alpha_estimator(ballots, distance=distance)


def _result(measure: str, data: Data, found: Nominal, estimator: Estimator) -> Result:
    return Result(
        measure,
        found.value,
        count_together(data.ballots, found.units, found.labels),
        found.reason,
        data.left_out | ({ALONE: found.left_out} if found.left_out else {}),
        found.observed,
        found.expected,
        estimator=estimator,
    )


def count_together(ballots: AnyBallots, items: int, judgments: int) -> Count:
    """Return what takes part if items with one judgment do not."""
    m = np.bincount(ballots.items)
    workers = ballots.workers[m[ballots.items] > 1]
    return Count(items, judgments, int(np.count_nonzero(np.bincount(workers))))
