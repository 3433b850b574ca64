"""Sizes and origins of documents by category."""

from statistics import mean, stdev
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from midpath.exchange.corpora.document_sizes import document_sizes
from midpath.tables.documents import sizes_table
from midpath.tables.table import Undefined


def document(category: str, *sections: str, **columns: object) -> dict[str, Any]:
    parts = [{"title": "A title", "paragraphs": [text]} for text in sections]
    return {"category": category, "sections": parts} | ({"columns": columns} if columns else {})


@given(st.lists(st.lists(st.integers(0, 30), min_size=1, max_size=4), min_size=2, max_size=6))
def test_means_and_deviations_equal_those_of_the_standard_library(lengths: list[list[int]]) -> None:
    rows = document_sizes(document("News", *("w " * n for n in each)) for each in lengths)
    (row,) = sizes_table(rows).rows
    tokens = [sum(each) for each in lengths]
    assert row.values == pytest.approx(
        [0, len(lengths), 0, mean(map(len, lengths)), stdev(map(len, lengths)),
         mean(tokens), stdev(tokens)]
    )  # fmt: skip


def test_links_and_dates_are_counted_by_their_columns() -> None:
    contents = [
        document("News", "a b", url="https://a.example", updated_on="May 2013"),
        document("News", "a", link="https://b.example", updated_on=""),
        document("", "a b c", url=None, date="2014"),
    ]
    table = sizes_table(document_sizes(contents))
    assert [(row.label, *row.values[:3]) for row in table.rows] == [
        ("no category", 0, 1, 1),
        ("News", 2, 2, 1),
        ("all documents", 2, 3, 2),
    ]
    assert table.rows[0].values[4] == Undefined("One document has no standard deviation.")
