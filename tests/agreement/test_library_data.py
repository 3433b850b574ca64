"""Forms of judgments that the library reads: all give the same votes, and anything else is refused
with a message that says what to do."""

from collections.abc import Iterator
from math import isnan
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import agreement
from agreement.library.data import read
from agreement.library.frames import columns_of

MATRIX = st.integers(1, 4).flatmap(
    lambda width: st.lists(
        st.lists(st.none() | st.integers(1, 4), min_size=width, max_size=width),
        min_size=1,
        max_size=5,
    )
)
Matrix = list[list[int | None]]


def rows_of(matrix: Matrix) -> list[tuple[int, int, int | None]]:
    return [
        (item, rater, label) for rater, row in enumerate(matrix) for item, label in enumerate(row)
    ]


def is_nan(label: object) -> bool:
    return isinstance(label, float) and isnan(label)


def votes_of(data: Any, **options: Any) -> set[tuple[object, object, object]]:
    ballots = read(data, **options).ballots
    return {
        (ballots.item_names[item], ballots.worker_names[worker], ballots.label_names[label])
        for item, worker, label in zip(
            ballots.items.tolist(), ballots.workers.tolist(), ballots.labels.tolist(), strict=True
        )
    }


@given(MATRIX)
def test_every_form_gives_the_same_votes(matrix: Matrix) -> None:
    rows = rows_of(matrix)
    votes = {row for row in rows if row[2] is not None}
    floats = np.array(matrix, dtype=float)
    objects = np.array(matrix, dtype=object)
    columns = [np.array(column) for column in zip(*rows, strict=True)]
    labels = np.array([row[2] for row in rows], dtype=float)
    frame = pd.DataFrame(rows, columns=["task", "Worker", "label"])
    assert votes_of(matrix) == votes_of(floats) == votes_of(objects) == votes
    assert votes_of(floats.T, by="items") == votes
    assert votes_of([list(row) for row in zip(*matrix, strict=True)], by="items") == votes
    assert votes_of(rows) == votes_of(iter(rows)) == votes_of(np.array(rows), by="rows") == votes
    assert votes_of((columns[0], columns[1], labels)) == votes
    assert votes_of(frame) == votes
    wide = pd.DataFrame(matrix, columns=list(range(len(matrix[0]))), dtype=object)
    named = {(str(item), rater, label) for item, rater, label in votes}
    assert votes_of(wide, by="raters") == named


@given(MATRIX)
def test_ballots_have_no_gaps_and_sorted_labels(matrix: Matrix) -> None:
    found = read(matrix).ballots
    for numbers, names in (
        (found.items, found.item_names),
        (found.workers, found.worker_names),
        (found.labels, found.label_names),
    ):
        assert sorted(set(numbers.tolist())) == list(range(len(names)))
    assert list(found.label_names) == sorted(found.label_names)


@pytest.mark.parametrize(
    "labels",
    [
        [3, 1, None, 2],
        [0.5, 1.5, float("nan"), 2.25],
        ["b", "a", None, "c"],
        [True, False, None, True],
        [10**6, -5, None, 2**62],
        [1e300, -1e-300, float("nan"), 0.0],
    ],
)
def test_labels_of_every_kind(labels: list[Any]) -> None:
    expected = {
        (at, 0, label) for at, label in enumerate(labels) if label is not None and not is_nan(label)
    }
    assert votes_of([labels]) == expected
    if None not in labels:
        assert votes_of(np.array([labels])) == expected
    else:
        whole = [label for label in labels if label is not None]
        assert votes_of(np.array([whole])) == {(at, 0, one) for at, one in enumerate(whole)}


def test_missing_answers_are_counted() -> None:
    rows = [("p", "ann", "yes"), ("p", "bob", "NA"), ("q", "ann", ""), ("q", "bob", None)]
    found = read(rows, missing=["NA", ""])
    assert found.left_out == {"missing answers": 3}
    assert read([["yes", "NA"], ["NA", "NA"]], missing=["NA"]).left_out == {
        "empty cells": 3,
        "items without an answer": 1,
    }
    numbers = np.array([[1, -9], [2, -9]])
    assert read(numbers, missing=[-9]).left_out == {"empty cells": 2, "items without an answer": 1}
    assert read(np.array([["a", "."]]), missing=["."]).left_out["empty cells"] == 1
    masked = np.ma.array([[1, -1], [2, -1]], mask=[[False, True], [False, True]])
    assert read(masked).left_out == {"empty cells": 2, "items without an answer": 1}
    columns = np.arange(2), np.arange(2), masked[0]
    assert read(columns).left_out == {"missing answers": 1}
    assert read([[pd.NA, 1], [pd.NaT, 2]]).left_out["empty cells"] == 2


@pytest.mark.parametrize(
    ("data", "options", "words"),
    [
        ("abc", {}, "Data of type str cannot be read"),
        (3, {}, "Data of type int"),
        ({"ann": [1]}, {}, "Row 1 is 'ann'"),
        ([1, 2], {}, "Row 1 is 1"),
        ([[1, 2], [1]], {}, "Row 2 has the length 1, and row 1 the length 2"),
        ([("p", "ann")], {"by": "rows"}, "Row 1 does not consist of item, worker and label"),
        ([[1]], {"by": "columns"}, "'columns' is not a value of by"),
        ([[1]], {"missing": "NA"}, r"missing as a list: \['NA'\]"),
        (np.zeros(3), {}, "two dimensions, not 1"),
        (np.zeros((2, 2)), {"by": "rows"}, "three columns, not 2"),
        ((np.zeros(2), np.zeros(2), np.zeros(1)), {}, "must have the same length"),
        ([("p", "ann", 1), ("p", "ann", 2)], {}, "'ann' judged the item 'p' twice"),
        ([(None, "ann", 1)], {}, "Row 1 has no item"),
        ([("p", float("nan"), 1)], {}, "Row 1 has no worker"),
        ([[[1], [2]]], {}, r"\[1\] is not a label"),
        ([[True, 1]], {}, "True equals 1"),
        ([["1", 1]], {}, "are a text and a number"),
        ([["caf\u00e9", "cafe\u0301"]], {}, "look alike"),
        ([("p\u200b", "ann", 1), ("p", "bob", 1)], {}, "The items .* look alike"),
        ([("p", "\u00e9", 1), ("p", "e\u0301", 1)], {}, "The workers .* look alike"),
        (pd.DataFrame({"ann": [1], "bob": [2]}), {}, "Rename three of them"),
    ],
)
def test_what_is_no_form_of_judgments_is_refused(
    data: Any, options: dict[str, Any], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        read(data, **options)


def test_second_answers_are_found_among_large_numbers() -> None:
    items = np.array([0, 10**9, 10**9])
    with pytest.raises(ValueError, match="twice"):
        read((items, np.array([1, 7, 7]), np.array([0, 0, 1])))


class Buffer:
    """A buffer of the interchange protocol."""

    def __init__(self, array: np.ndarray[Any, Any]) -> None:
        self.array = np.ascontiguousarray(array)
        self.ptr, self.bufsize = self.array.ctypes.data, self.array.nbytes


class Column:
    """A column of the protocol, as Arrow stores it: with a bit for each value that is valid."""

    def __init__(self, kind: int, bits: int, values: list[Any], offset: int = 0) -> None:
        self.dtype, self.offset = (kind, bits, "", "="), offset
        self.null: tuple[int, int | None] = (3, 0)
        self.values = values

    def size(self) -> int:
        return len(self.values) - self.offset

    @property
    def describe_null(self) -> tuple[int, int | None]:
        return self.null

    def get_chunks(self) -> Iterator["Column"]:
        return iter([self])

    def get_buffers(self) -> dict[str, Any]:
        valid = [value is not None for value in self.values]
        bits = np.packbits(np.array(valid), bitorder="little")
        found: dict[str, Any] = {"validity": (Buffer(bits), (20, 1, "b", "=")), "offsets": None}
        kind, width = self.dtype[:2]
        if kind == 21:
            texts = [(value or "").encode() for value in self.values]
            ends = np.cumsum([0, *map(len, texts)]).astype("i4")
            data = Buffer(np.frombuffer(b"".join(texts), dtype="u1"))
            found["offsets"] = (Buffer(ends), (0, 32, "i", "="))
        elif kind == 20:
            flags = np.array([bool(value) for value in self.values])
            data = Buffer(np.packbits(flags, bitorder="little"))
        else:
            letter = {0: "i", 1: "u", 2: "f"}[kind]
            filled = [0 if value is None else value for value in self.values]
            data = Buffer(np.array(filled, dtype=f"{letter}{width // 8}"))
        found["data"] = (data, self.dtype)
        return found


class Frame:
    """A frame with the protocol and nothing else."""

    def __init__(self, columns: dict[str, Column]) -> None:
        self.columns_by_name = columns

    def __dataframe__(self) -> "Frame":
        return self

    def column_names(self) -> list[str]:
        return list(self.columns_by_name)

    def get_column(self, at: int) -> Column:
        return list(self.columns_by_name.values())[at]


def test_a_frame_of_the_protocol_is_read() -> None:
    frame = Frame(
        {
            "item": Column(21, 8, ["é", "", "q", None]),
            "worker": Column(0, 64, [5, None, -1, 2]),
            "label": Column(20, 1, [True, False, None, True]),
            "more": Column(2, 32, [0.5, None, 2.0, 1.0]),
        }
    )
    found = {name: list(column) for name, column in columns_of(frame).items()}
    assert found == {
        "item": ["é", "", "q", None],
        "worker": [5, None, -1, 2],
        "label": [True, False, None, True],
        "more": [0.5, None, 2.0, 1.0],
    }


def test_a_slice_of_a_frame_begins_at_its_offset() -> None:
    names, numbers = ["a", "bc", None, "d"], [1, 2, None, 4]
    frame = Frame({"text": Column(21, 8, names, 1), "number": Column(1, 8, numbers, 1)})
    found = {name: list(column) for name, column in columns_of(frame).items()}
    assert found == {"text": ["bc", None, "d"], "number": [2, None, 4]}


def test_dates_are_no_labels() -> None:
    with pytest.raises(ValueError, match="'when' has values that cannot be labels"):
        columns_of(pd.DataFrame({"when": pd.to_datetime(["2026-01-01"])}))


@pytest.mark.parametrize("kind", ["object", "category", "string"])
def test_frames_of_pandas(kind: str) -> None:
    rows = [("p", "ann", "yes"), ("p", "bob", None), ("q", "ann", "no"), ("q", "bob", "no")]
    frame = pd.DataFrame(rows, columns=["item", "worker", "label"]).astype(kind)
    assert agreement.alpha(frame) == agreement.alpha(rows)
    series = frame["item"], frame["worker"], frame["label"]
    assert agreement.alpha(series) == agreement.alpha(rows)


def test_names_in_a_matrix_are_not_a_rater() -> None:
    frame = pd.DataFrame({"Item": [1, 2], "ann": [3, 4], "bob": [3, 5]})
    with pytest.raises(ValueError, match="'Item' contains names"):
        agreement.alpha(frame, by="items")
    assert agreement.alpha(frame.set_index("Item"), by="items").n.workers == 2


class Plain:
    """A frame without the protocol, such as those of polars from 2.0 on."""

    columns = ("ann", "bob")
    shape = (2, 2)

    def __getitem__(self, name: str) -> Any:
        return pd.Series({"ann": [1, 2], "bob": [1, 1]}[name])


def test_a_frame_without_the_protocol_is_no_list_of_its_columns() -> None:
    assert agreement.alpha(Plain(), by="items") == agreement.alpha([[1, 2], [1, 1]])
    with pytest.raises(ValueError, match="'ann', 'bob'"):
        agreement.alpha(Plain())
