"""Judgments in any of the forms that people have them, read as votes.

The forms, for every function that takes `data`:

matrix : a list of lists or a NumPy array, a row for each rater and a column for each item (as
    `reliability_data` of krippendorff); with by="items", a row for each item
rows : tuples (item, worker, label), with by="rows" also lists or an array of three columns
columns : a tuple of three one-dimensional arrays or series: items, workers, labels
frame : a pandas, polars or other data frame with the columns item (or task), worker and label; or
    with by="items" or by="raters", a matrix

Labels are texts, numbers, truth values, tuples, or sets. None and NaN are missing answers, and so
are the values in `missing`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from math import isfinite
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from agreement.groups import Ints
from agreement.library.frames import Column, columns_of, is_frame
from agreement.library.names import check_names, in_order, label_of, labels_of
from agreement.votes.ballots import (
    DENSE,
    AnyBallots,
    Ballots,
    joined,
    numbered,
    refuse_second_votes,
)

Orientation: TypeAlias = Literal["raters", "items", "rows"]
Array: TypeAlias = NDArray[Any]

EMPTY, MISSING, UNJUDGED = "empty cells", "missing answers", "items without an answer"
COLUMNS = ("item", "task"), ("worker",), ("label",)
NAMES = {*COLUMNS[0], *COLUMNS[1]}  # columns of a frame that cannot be part of a matrix
FORMS = (
    "Give a matrix (a list of lists or an array), tuples (item, worker, label), a tuple of three "
    "arrays, or a data frame."
)


class Data(NamedTuple):
    """Votes, with labels in order, and the number of things left out, by what they are."""

    ballots: AnyBallots
    left_out: dict[str, int]


def read(data: object, by: Orientation | None = None, missing: Collection[object] = ()) -> Data:
    """Return the votes of data in one of the forms above.

    by : whether the rows of a matrix are "raters" (the default) or "items", or "rows" for rows of
        item, worker and label
    missing : values that are missing answers, in addition to None and NaN

    Raises ValueError if the form is unknown, if rows differ in length, if a worker judges an item
    twice, or if two names are equal to a person but not to a computer.

    >>> found = read([["a", "b", None], ["a", "a", "b"]])
    >>> found.ballots.items.tolist(), found.ballots.labels.tolist(), found.left_out
    ([0, 1, 0, 1, 2], [0, 1, 0, 0, 1], {'empty cells': 1})
    """
    if by is not None and by not in get_args(Orientation):
        raise ValueError(f'{by!r} is not a value of by. Choose "raters", "items" or "rows".')
    if isinstance(missing, str):
        raise ValueError(f"Give missing as a list: [{missing!r}].")
    if isinstance(data, np.ma.MaskedArray):
        data = data.tolist()
    if is_frame(data):
        return _of_frame(columns_of(data), by, missing)
    if isinstance(data, np.ndarray):
        return _of_array(data, by or "raters", missing)
    if isinstance(data, tuple) and len(data) == 3 and all(map(_is_column, data)):
        return _of_columns(list(map(_as_array, data)), missing)
    if isinstance(data, str | bytes) or not isinstance(data, Iterable):
        raise ValueError(f"Data of type {type(data).__name__} cannot be read. {FORMS}")
    return _of_rows(list(data), by, missing)


def _is_column(data: object) -> bool:
    """Return whether data are a one-dimensional array, or a series of pandas or polars."""
    if isinstance(data, np.ndarray):
        return data.ndim == 1
    return hasattr(data, "to_numpy") and hasattr(data, "to_list")


def _as_array(column: Any) -> Array:
    array: Array = column if isinstance(column, np.ndarray) else column.to_numpy()
    return array


def _of_rows(rows: list[Any], by: Orientation | None, missing: Collection[object]) -> Data:
    for number, row in enumerate(rows, 1):
        if isinstance(row, str | bytes | dict | set) or not isinstance(row, Iterable):
            raise ValueError(f"Row {number} is {row!r}, which is not a list. {FORMS}")
    rows = [row if isinstance(row, tuple) else list(row) for row in rows]
    if by == "rows" or (by is None and _are_triples(rows)):
        if odd := [number for number, row in enumerate(rows, 1) if len(row) != 3]:
            raise ValueError(f"Row {odd[0]} does not consist of item, worker and label.")
        return _of_columns(
            [list(column) for column in zip(*rows, strict=True)] or [[]] * 3, missing
        )
    width = len(rows[0]) if rows else 0
    if odd := [number for number, row in enumerate(rows, 1) if len(row) != width]:
        raise ValueError(
            f"Row {odd[0]} has the length {len(rows[odd[0] - 1])}, and row 1 the length {width}. "
            "Give None for each missing answer."
        )
    cells = [cell for row in rows for cell in row]
    lists = range(len(rows)), range(width)
    return _of_cells(cells, *(lists if by != "items" else lists[::-1]), by, missing)


def _are_triples(rows: list[Any]) -> bool:
    return bool(rows) and all(isinstance(row, tuple) and len(row) == 3 for row in rows)


def _of_array(array: Array, by: Orientation, missing: Collection[object]) -> Data:
    if array.ndim != 2:
        raise ValueError(f"An array of judgments must have two dimensions, not {array.ndim}.")
    if by == "rows":
        if array.shape[1] != 3:
            raise ValueError(f"Rows must have three columns, not {array.shape[1]}.")
        return _of_columns(list(array.T), missing)
    raters, items = array.shape if by == "raters" else array.shape[::-1]
    cells: Column = array.ravel() if array.dtype.kind in "iufbU" else array.ravel().tolist()
    return _of_cells(cells, range(raters), range(items), by, missing)


def _of_frame(
    columns: dict[str, Column], by: Orientation | None, missing: Collection[object]
) -> Data:
    found = {name.strip().lower(): column for name, column in columns.items()}
    long = [next((name for name in names if name in found), None) for names in COLUMNS]
    if by in (None, "rows"):
        if None in long:
            raise ValueError(
                f"The frame has the columns {', '.join(map(repr, columns))}. Rename three of them "
                "to item, worker and label; if it is a matrix, say whether its rows are "
                'by="items" or by="raters".'
            )
        return _of_columns([found[str(name)] for name in long], missing)
    if names := [name for name in columns if name.strip().lower() in NAMES]:
        raise ValueError(
            f"The column {names[0]!r} contains names and not labels. Drop it, or make it the index."
        )
    length = len(next(iter(columns.values()), []))
    cells = [value for column in columns.values() for value in _listed(column)]
    if by == "items":  # the columns are raters, one after the other
        return _of_cells(cells, list(columns), range(length), "raters", missing)
    return _of_cells(cells, range(length), list(columns), "items", missing)


def _listed(column: Column) -> list[Any]:
    return column.tolist() if isinstance(column, np.ndarray) else column


def _of_cells(
    cells: Column,
    raters: Sequence[Any],
    items: Sequence[Any],
    by: Orientation | None,
    missing: Collection[object],
) -> Data:
    """Return the votes of a matrix whose rows, one after the other, are raters, or items."""
    labels, names, there = _labels(cells, missing)
    numbers = np.flatnonzero(there)
    across = len(raters) if by == "items" else len(items)
    high, low = np.divmod(numbers, max(across, 1))
    rater, item = (low, high) if by == "items" else (high, low)
    (item, kept), (rater, active) = (_dense(item, len(items)), _dense(rater, len(raters)))
    left_out = {EMPTY: len(cells) - len(numbers), UNJUDGED: len(items) - len(kept)}
    names_of_items = [items[number] for number in kept]
    ballots = Ballots(item, rater, labels, names_of_items, [raters[at] for at in active], names)
    return _data(ballots, left_out)


def _of_columns(columns: Sequence[Column], missing: Collection[object]) -> Data:
    items, workers, labels = (
        column.tolist() if isinstance(column, np.ma.MaskedArray) else column for column in columns
    )
    if not len(items) == len(workers) == len(labels):
        raise ValueError("The items, workers and labels must have the same length.")
    label, names, there = _labels(labels, missing)
    (item, item_names), (worker, worker_names) = (
        _numbered(what, column, there) for what, column in (("item", items), ("worker", workers))
    )
    if _repeats(item, worker):
        refuse_second_votes(item, worker, item_names, worker_names)
    left_out = {MISSING: len(labels) - int(np.count_nonzero(there))}
    return _data(Ballots(item, worker, label, item_names, worker_names, names), left_out)


def _data(ballots: AnyBallots, left_out: dict[str, int]) -> Data:
    for what, names in (("items", ballots.item_names), ("workers", ballots.worker_names)):
        check_names(what, names)
    return Data(ballots, {what: number for what, number in left_out.items() if number})


def _labels(cells: Column, missing: Collection[object]) -> tuple[Ints, list[Any], Array]:
    """Return the number of each label that was given, the labels in order, and which cells have
    one."""
    if isinstance(cells, np.ndarray) and cells.dtype.kind in "iufbU":
        there = ~np.isnan(cells) if cells.dtype.kind == "f" else np.ones(len(cells), dtype=bool)
        for value in missing:
            if isinstance(value, str) == (cells.dtype.kind == "U"):
                there &= cells != value
        numbers, distinct = _distinct(cells[there])
        names = [label_of(value) for value in distinct]
    else:
        listed = labels_of(_listed(cells))
        known = {label_of(value) for value in missing} | {None}
        there = np.array([label not in known for label in listed], dtype=bool)
        given = [label for label, one in zip(listed, there.tolist(), strict=True) if one]
        check_names("labels", given)
        numbers, names = numbered(given)
    check_names("labels", names)
    order = in_order(names)
    ranks = np.empty(len(names), dtype=np.int64)
    ranks[order] = np.arange(len(names))
    return ranks[numbers], [names[at] for at in order], there


def _numbered(what: str, column: Column, there: Array) -> tuple[Ints, list[Any]]:
    if isinstance(column, np.ndarray) and column.dtype.kind in "iuU":
        return _distinct(column[there])
    given = labels_of(_listed(column))
    if None in given:
        raise ValueError(f"Row {given.index(None) + 1} has no {what}.")
    return numbered([name for name, one in zip(given, there.tolist(), strict=True) if one])


def _distinct(values: Array) -> tuple[Ints, list[Any]]:
    """Return the number of each value, and the distinct values in order."""
    if values.dtype.kind in "iuf" and len(values):
        low, high = values.min().item(), values.max().item()
        if isfinite(low) and isfinite(high) and high - low < DENSE * len(values):
            whole = (values - values.dtype.type(low)).astype(np.int64)
            if values.dtype.kind != "f" or (whole + low == values).all():
                numbers, kept = _dense(whole, int(high - low) + 1)
                return numbers, [low + at for at in kept]
    names, numbers = np.unique(values, return_inverse=True)
    return numbers.astype(np.int64), names.tolist()


def _dense(numbers: Ints, size: int) -> tuple[Ints, list[int]]:
    """Return the numbers without gaps, and those that occur."""
    seen = np.zeros(size, dtype=bool)
    seen[numbers] = True
    ranks = np.cumsum(seen) - 1
    return ranks[numbers], np.flatnonzero(seen).tolist()


def _repeats(items: Ints, workers: Ints) -> bool:
    codes = joined(items, workers)
    if int(codes.max(initial=0)) < DENSE * len(codes):
        return bool((np.bincount(codes) > 1).any())
    codes.sort()
    return bool((codes[1:] == codes[:-1]).any())
