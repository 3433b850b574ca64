"""Krippendorff's alpha for labels, with missing data (Krippendorff 2004, chapter 11).

alpha = 1 - observed / expected
observed = (1 / n) * sum over units of [ordered pairs of different labels] / (m - 1)
expected = [ordered pairs of different labels among all n labels] / (n (n - 1))

m is the number of labels that a unit (an item, a sentence, a boundary) got. Units with fewer than
two labels take no part, and n counts the labels of the others. Two labels are equal or unequal;
there is no partial agreement.

The keys of a campaign's tally are
    units/m        units with m labels, m = 1 included
    unlike/m       ordered pairs of different labels within them
    label/<label>  labels of units with two or more; label:int/<label> where the label is a whole
                   number, since 1 and "1" are different labels
so adding, withdrawing and merging are exact, as for segmentations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from agreement.groups import Ints
from agreement.tally import Tally
from agreement.votes.ballots import Cells, cells_of

MANY = 8  # labels; with more, votes are sorted instead of counted label by label
LABELS = TEXT, NUMBER = "label", "label:int"


class Nominal(NamedTuple):
    """Alpha with its parts; if it is undefined, value is None and reason says why."""

    value: Fraction | None
    observed: Fraction | None
    expected: Fraction | None
    units: int
    labels: int
    left_out: int  # units with one label
    reason: str | None = None


def count_unit(labels: Iterable[str | int | None]) -> Tally:
    """Return one unit's contribution; it depends only on the multiset of its labels.

    labels : texts or whole numbers; None is a missing one

    Raises ValueError if a label is anything else.

    >>> count_unit(["yes", "yes", None, "no"])
    {'units/3': 1, 'unlike/3': 4, 'label/yes': 2, 'label/no': 1}
    """
    times = Counter(_key(label) for label in labels if label is not None)
    m = sum(times.values())
    if m < 2:
        return Tally({"units/1": m})
    counts = Tally({f"units/{m}": 1, f"unlike/{m}": m * m - sum(c * c for c in times.values())})
    counts.shift(times, 1)
    return counts


def count_table(table: ArrayLike, labels: Iterable[str] | None = None) -> Tally:
    """Return the contributions of many units, from how often each got each label.

    table : (U, K) whole numbers, units by labels
    labels : the K names; "0", "1", ... if not given

    Raises ValueError if numbers are negative, not whole, or do not fit the names.

    >>> count_table([[2, 1]], ["yes", "no"]) == count_unit(["yes", "yes", "no"])
    True
    """
    cells = np.asarray(table)
    if cells.ndim != 2 or (cells.size and (cells.dtype.kind not in "iu" or cells.min() < 0)):
        raise ValueError("The table must contain whole numbers, units by labels, none below zero.")
    names = [str(k) for k in range(cells.shape[1])] if labels is None else list(labels)
    if len(set(names)) != cells.shape[1]:
        raise ValueError(f"The table has {cells.shape[1]} labels, but {len(names)} names.")
    columns = [column.astype(np.int64) for column in cells.T]
    return _count(*_of_columns(columns, len(cells)), names)


def count_votes(units: ArrayLike, labels: ArrayLike, names: Iterable[str] | None = None) -> Tally:
    """Return the contributions of many units, from votes in any order.

    units, labels : (N,) whole numbers from 0, for each vote
    names : the names of the labels; "0", "1", ... if not given

    >>> count_votes([7, 7, 3], [0, 1, 1]) == count_unit("01") + count_unit("1")
    True
    """
    unit, label = (_numbers(array) for array in (units, labels))
    if len(unit) != len(label):
        raise ValueError("Units and labels have different lengths.")
    k = int(label.max(initial=-1)) + 1
    known = [str(j) for j in range(k)] if names is None else list(names)
    if len(set(known)) < k:
        raise ValueError(f"There are {k} labels, but {len(known)} names.")
    if not len(unit):
        return Tally()
    if int(unit.max()) >= 8 * len(unit):
        unit = np.unique(unit, return_inverse=True)[1].astype(np.int64)
    if k > MANY:
        return _count(*_of_cells(cells_of(unit, label), np.bincount(unit), k), known)
    size = int(unit.max()) + 1
    columns = [np.bincount(unit[label == j], minlength=size) for j in range(k)]
    return _count(*_of_columns(columns, size), known)


def nominal_alpha(state: Mapping[str, int]) -> Nominal:
    """Return nominal alpha of the sum of contributions.

    Undefined if no unit has two labels, or if all labels are equal (expected = 0).

    >>> units = "111 2232 3333 3333 2222 1234 4444 1121 2222 555 11 3".split()
    >>> result = nominal_alpha(Tally.total(map(count_unit, units)))
    >>> round(float(result.value), 3)  # Krippendorff 2011, example C, printed .743
    0.743
    """
    observed, units, n = Fraction(0), 0, 0
    alone = state.get("units/1", 0)
    times: Counter[str] = Counter()
    for key, count in state.items():
        what, _, of = key.partition("/")
        if what in LABELS:
            times[key] = count
        elif what == "unlike":
            observed += Fraction(count, int(of) - 1)
        elif int(of) > 1:
            units += count
            n += int(of) * count
    if not units:
        reason = "No unit has two labels."
        return Nominal(None, None, None, 0, 0, alone, reason)
    observed /= n
    expected = Fraction(n * n - sum(c * c for c in times.values()), n * (n - 1))
    if not expected:
        reason = "All labels are alike, so there is no variety to compare with."
        return Nominal(None, observed, expected, units, n, alone, reason)
    return Nominal(1 - observed / expected, observed, expected, units, n, alone)


def _key(label: object) -> str:
    if isinstance(label, str):
        return f"{TEXT}/{label}"
    if isinstance(label, int | np.integer) and not isinstance(label, bool):
        return f"{NUMBER}/{int(label)}"
    raise ValueError(
        f"{label!r} is not a label. Give texts or whole numbers, None where the answer is missing."
    )


def _of_columns(columns: list[Ints], size: int) -> tuple[Ints, Ints, list[int]]:
    """Return for each unit the number of labels and the sum of the squared counts of each label,
    and how often each label is in units with two labels or more.

    columns : for each label, how often each unit got it
    """
    m, squares = np.zeros((2, size), dtype=np.int64)
    for column in columns:
        m += column
        squares += column * column
    together = m > 1
    return m, squares, [int(column[together].sum()) for column in columns]


def _of_cells(cells: Cells, m: Ints, k: int) -> tuple[Ints, Ints, list[int]]:
    """Return the same from cells, so that the cost does not grow with the number of labels."""
    squares, totals = np.zeros_like(m), np.zeros(k, dtype=np.int64)
    np.add.at(squares, cells.items, cells.votes**2)
    together = m[cells.items] > 1
    np.add.at(totals, cells.labels[together], cells.votes[together])
    return m, squares, totals.tolist()


def _count(m: Ints, squares: Ints, totals: Iterable[int], names: list[str]) -> Tally:
    unlike = m * m - squares
    counts = Tally()
    for many in np.flatnonzero(np.bincount(m, minlength=1)).tolist():
        if many:
            counts[f"units/{many}"] = int((m == many).sum())
        if many > 1 and (pairs := int(unlike[m == many].sum())):
            counts[f"unlike/{many}"] = pairs
    for name, total in zip(names, totals, strict=False):  # names may be more than were given
        if total:
            counts[f"label/{name}"] = total
    return counts


def _numbers(array: ArrayLike) -> Ints:
    whole = np.asarray(array)
    if whole.ndim != 1 or (whole.size and (whole.dtype.kind not in "iu" or whole.min() < 0)):
        raise ValueError("Units and labels are whole numbers from 0, in one dimension.")
    return whole.astype(np.int64)
