"""Cells that a spreadsheet would take for a formula."""

import csv
from io import StringIO
from typing import Any

import pytest

from midpath.exchange.pairs.content import write_pairs
from midpath.exchange.spreadsheets import FORMULA, as_meant, harmless


@pytest.mark.parametrize("sign", FORMULA)
@pytest.mark.parametrize("quotes", ["", "'", "''"])
def test_signs_of_any_width_are_made_harmless_and_come_back(sign: str, quotes: str) -> None:
    cell = f"{quotes}{sign}cmd|' /C calc'!A1"
    made = harmless(cell)
    assert made.startswith("'")
    assert as_meant(made) == cell


@pytest.mark.parametrize("cell", ["", "'", "a=b", "1＋1", "'quoted'", "東京＝大学"])
def test_other_cells_stay(cell: str) -> None:
    assert harmless(cell) == as_meant(cell) == cell


@pytest.mark.parametrize("sign", ["=", "＝", "＋", "－", "＠"])
def test_a_table_of_pairs_begins_no_cell_with_a_formula(sign: str) -> None:
    side: dict[str, Any] = {"text": f"{sign}1+1", "title": f"{sign}2"}
    content = {"left": side, "right": side, "similarity": 500_000, "stratum": 1}
    rows = list(csv.reader(StringIO(write_pairs([(f"{sign}id", content)]))))
    assert not [cell for cell in rows[1] if cell.startswith(sign)]
    assert [as_meant(cell) for cell in rows[1][:2]] == [f"{sign}id", f"{sign}1+1"]
