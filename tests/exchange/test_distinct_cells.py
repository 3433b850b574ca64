"""The distinct cells of a column are those found by comparing strings, whatever their bytes."""

from unittest.mock import patch

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from midpath.exchange.judged import distinct_cells
from midpath.exchange.judged.distinct_cells import Column, column_between

# Cells that share their first eight bytes, or differ only in zero bytes at the end.
ALIKE = (
    "",
    "\0",
    "a",
    "a\0",
    "12345678",
    "12345678\0",
    "123456789",
    "x" * 64,
    "x" * 65,
    "ü",
    "\ud800",
)


def column_of(cells: list[str]) -> Column:
    encoded = [cell.encode("utf-8", "surrogatepass") for cell in cells]
    lengths = np.array([len(cell) for cell in encoded], dtype=np.int64)
    ends = np.cumsum(lengths + 1) - 1
    return column_between(b",".join(encoded) + b"\n", ends - lengths, ends)


def is_same(found: Column, wanted: Column) -> bool:
    return found.names == wanted.names and found.numbers.tolist() == wanted.numbers.tolist()


@given(st.lists(st.one_of(st.sampled_from(ALIKE), st.text(max_size=3), st.just("\ud800"))))
def test_distinct_cells_equal_those_of_strings(cells: list[str]) -> None:
    assert is_same(column_of(cells), Column.of(cells))


def test_colliding_hashes_do_not_merge_cells() -> None:
    """A multiplier of 0 makes all hashes equal."""
    cells = ["a", "b", "a", "c"]
    with patch.object(distinct_cells, "ODD", 0):
        assert is_same(column_of(cells), Column.of(cells))
