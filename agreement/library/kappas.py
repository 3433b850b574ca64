"""Cohen's and Fleiss' κ, plain and weighted, and Gwet's AC1 and AC2."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Literal, TypeAlias

import numpy as np

from agreement.library.alphas import ALONE, count_together
from agreement.library.data import Data, Orientation, read
from agreement.library.estimators import cohen_estimator, fleiss_estimator, gwet_estimator
from agreement.library.levels import Difference, Weights, unequal, weights_distance
from agreement.library.result import Count, Estimator, Result
from agreement.votes.ballots import AnyBallots
from agreement.votes.kappa import Kappa, cohen, fleiss
from agreement.weighted.gwet import gwet
from agreement.weighted.kappa import weighted_cohen, weighted_fleiss

Method: TypeAlias = Literal["cohen", "fleiss"]
NOT_BOTH = "items that only one of them judged"


def kappa(
    data: object,
    weights: Weights | Difference | None = None,
    *,
    method: Method | None = None,
    labels: Sequence[Any] | None = None,
    by: Orientation | None = None,
    missing: Collection[object] = (),
) -> Result:
    """Return Cohen's κ of two raters, or Fleiss' κ of more.

    κ = (observed - expected) / (1 - expected)

    Cohen: observed is the share of items that both label alike; expected is the sum over labels of
    the product of their shares of that label. Fleiss: observed is the mean over items of the share
    of pairs of labels that agree; expected is the sum over labels of their squared share. With
    weights, κ = 1 - (mean difference observed) / (mean difference expected).

    data : see `agreement.library.data`; a matrix has a row for each rater unless by="items"
    weights : "linear", |a - b|, or "quadratic", (a - b)², for labels that are numbers or are given
        in order in `labels`; or a function of two labels that returns their difference
    method : "cohen" or "fleiss"; by default "cohen" for two raters. Fleiss' κ of two is Scott's π.
    labels : all labels that can be given, in order
    missing : values that are missing answers, in addition to None and NaN

    Cohen's κ leaves out items that only one of the two labelled. Undefined if no item has two
    labels, if all labels are alike, for Cohen's κ unless there are two raters, and for Fleiss'
    unless all items have equally many labels; `alpha` and `ac1` need neither. Raises ValueError if
    weights need an order that the labels do not have, or if a label is not in `labels`.

    Cohen 1960: 200 items, printed .492. Cohen 1968 weighs disagreements of the same labels.

    >>> import agreement
    >>> table = [[88, 14, 18], [10, 40, 10], [2, 6, 12]]
    >>> cells = [(i, j) for i in range(3) for j in range(3) for _ in range(table[i][j])]
    >>> print(agreement.kappa(cells, by="items"))
    0.492 (n = 400 judgments of 200 items by 2 workers)

    Fleiss 1971, table 1: 30 patients, six psychiatrists each, printed .430.

    >>> table = (
    ...     "00060 03003 01401 00006 03030 20400 00402 20310 20040 00006 10050 11040 03300 10050 "
    ...     "02031 00501 30012 51000 02040 10203 00006 01050 02013 20040 10041 05010 40002 02040 "
    ...     "10500 00006"
    ... )
    >>> data = [[j for j in range(5) for _ in range(int(row[j]))] for row in table.split()]
    >>> print(agreement.kappa(data, by="items"))
    0.430 (n = 180 judgments of 30 items by 6 workers)

    J. Cohen: Educational and Psychological Measurement 20 (1960), 37-46; Psychological Bulletin 70
    (1968), 213-220. J. L. Fleiss: Psychological Bulletin 76 (1971), 378-382.
    """
    found = _with_labels(read(data, by, missing), labels)
    ballots = found.ballots
    distance = weights_distance(weights, ballots.label_names, labels)
    weighted = "" if weights is None else "weighted "
    if (method or ("cohen" if len(ballots.worker_names) == 2 else "fleiss")) == "cohen":
        k = cohen(ballots) if weights is None else weighted_cohen(ballots, distance)
        count = Count(k.items, 2 * k.items, 2 if k.items else 0)
        alone = k.left_out if len(ballots.worker_names) == 2 else 0
        left_out = _left_out(found, NOT_BOTH, alone)
        estimator = cohen_estimator(ballots, distance)
        return _result(f"Cohen's {weighted}κ", k, count, left_out, estimator if k.items else None)
    if method not in (None, "fleiss"):
        raise ValueError(f"{method!r} is not a method. Give cohen or fleiss.")
    k = fleiss(ballots) if weights is None else weighted_fleiss(ballots, distance)
    judgments = len(ballots.items) if k.items else 0
    count = Count(k.items, judgments, len(ballots.worker_names) if k.items else 0)
    estimator = fleiss_estimator(ballots, distance)
    return _result(f"Fleiss' {weighted}κ", k, count, found.left_out, estimator if k.items else None)


def ac1(
    data: object,
    *,
    labels: Sequence[Any] | None = None,
    by: Orientation | None = None,
    missing: Collection[object] = (),
) -> Result:
    """Return Gwet's AC1, for any number of raters and with missing answers.

    AC1 = (observed - expected) / (1 - expected)
    observed = mean over items of the share of pairs of labels that agree
    expected = Σ over labels of p (1 - p) / (q - 1)

    data : see `agreement.library.data`; a matrix has a row for each rater unless by="items"
    labels : all q labels that can be given; by default those that are
    missing : values that are missing answers, in addition to None and NaN

    p is the mean over items of the share of the item's labels that are this one. Items with one
    judgment take part in p only. Undefined if no item has two judgments, or with q = 1. Raises
    ValueError if the data have no known form, or if a label is not in `labels`.

    Gwet 2008: 125 items, 118 of them labelled 1 by both raters; AC1 .941, where κ is -.023.

    >>> import agreement
    >>> cells = [(1, 1)] * 118 + [(1, 2)] * 5 + [(2, 1)] * 2
    >>> print(agreement.ac1(cells, by="items"))
    0.941 (n = 250 judgments of 125 items by 2 workers)
    >>> print(agreement.kappa(cells, by="items"))
    -0.023 (n = 250 judgments of 125 items by 2 workers)

    K. L. Gwet: British Journal of Mathematical and Statistical Psychology 61 (2008), 29-48.
    """
    return _gwet("AC1", None, data, labels, by, missing)


def ac2(
    data: object,
    weights: Weights | Difference = "quadratic",
    *,
    labels: Sequence[Any] | None = None,
    by: Orientation | None = None,
    missing: Collection[object] = (),
) -> Result:
    """Return Gwet's AC2, which is AC1 with weights.

    observed = mean over items of the mean weight of their pairs of labels
    expected = W Σ over labels of p (1 - p) / (q (q - 1))

    weights : 1 - |a - b| / R ("linear") or 1 - (a - b)² / R² ("quadratic") for labels that are
        numbers, or are given in order in `labels`; R is the largest difference of two labels. Or a
        function of two labels that returns their difference.

    W is the sum of the weights of all q² pairs of labels. Otherwise as `ac1`; raises ValueError if
    weights need an order that the labels do not have.

    >>> import agreement
    >>> rows = ["123321412...", "1233224125.3", ".3332342251.", "12332441251."]
    >>> data = [[None if cell == "." else int(cell) for cell in row] for row in rows]
    >>> [round(agreement.ac1(data).value, 5), round(agreement.ac2(data).value, 3)]  # irrCAC: .77544
    [0.77544, 0.914]

    K. L. Gwet: Handbook of Inter-Rater Reliability, 4th edition, 2014.
    """
    return _gwet("AC2", weights, data, labels, by, missing)


def _gwet(
    name: str,
    weights: Weights | Difference | None,
    data: object,
    labels: Sequence[Any] | None,
    by: Orientation | None,
    missing: Collection[object],
) -> Result:
    found = _with_labels(read(data, by, missing), labels)
    ballots = found.ballots
    k = len(ballots.label_names)
    distance = weights_distance(weights, ballots.label_names, labels) if weights else unequal
    ac = gwet(ballots.items, ballots.labels, k, distance)
    count = count_together(ballots, ac.items, len(ballots.items) - ac.left_out if ac.items else 0)
    left_out = _left_out(found, ALONE, ac.left_out)
    estimator = gwet_estimator(ballots, k, distance) if ac.value is not None else None
    return _result(name, ac, count, left_out, estimator)


def _with_labels(data: Data, labels: Sequence[Any] | None) -> Data:
    """Return the votes with these labels, in this order."""
    if labels is None:
        return data
    number = {label: at for at, label in enumerate(labels)}
    if len(number) < len(labels):
        raise ValueError("A label occurs twice in labels.")
    if unknown := [name for name in data.ballots.label_names if name not in number]:
        raise ValueError(f"{unknown[0]!r} is not one of the labels.")
    ranks = np.array([number[name] for name in data.ballots.label_names], dtype=np.int64)
    given: AnyBallots = data.ballots._replace(
        labels=ranks[data.ballots.labels], label_names=list(labels)
    )
    return data._replace(ballots=given)


def _left_out(data: Data, what: str, number: int) -> dict[str, int]:
    return data.left_out | ({what: number} if number else {})


def _result(
    measure: str,
    found: Kappa,
    count: Count,
    left_out: dict[str, int],
    estimator: Estimator | None,
) -> Result:
    return Result(
        measure,
        found.value,
        count,
        found.reason,
        left_out,
        found.observed,
        found.expected,
        estimator=estimator,
    )
