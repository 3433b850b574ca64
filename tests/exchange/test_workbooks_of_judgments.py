"""Judgments in Excel workbooks."""

from collections.abc import Sequence

import pytest

from midpath.exchange.labels.judged import read_judged_labels
from midpath.exchange.pairs.judged import read_judged_pairs
from midpath.exchange.segment_tables import is_table, read_segment_table
from midpath.exchange.spans.scoring_input import read_scored_spans
from midpath.exchange.subprocesses import runner
from midpath.exchange.wanted import Wanted
from tests.helpers.spreadsheets import workbook

LABELS: Sequence[Sequence[object]] = [
    ["rater", "text_id", "rating"],
    ["ann", 1, "x"],
    ["bob", 1, "y"],
    ["ann", 2, "x"],
]


def test_the_fullest_sheet_is_read_and_the_others_are_counted() -> None:
    found = read_judged_labels("a.xlsx", workbook({"Notes": [["see below"]], "Labels": LABELS}))
    assert found.errors == []
    assert (found.judgments.workers, found.judgments.items) == (["ann", "bob"], ["1", "2"])
    assert "Read the sheet “Labels”." in found.notes
    assert "1 other sheet" in map(str, found.skipped)


def test_a_named_sheet_is_read_and_nothing_is_left_out() -> None:
    body = workbook({"Old": LABELS, "New": LABELS[:3]})
    found = read_judged_labels("a.xlsx", body, wanted=Wanted("New"))
    assert len(found.judgments) == 2
    assert found.skipped == []
    missing = read_judged_labels("a.xlsx", body, wanted=Wanted("Next"))
    assert missing.errors[0].message.startswith("The Excel file has no sheet “Next”.")


def test_every_kind_of_judgments_is_read() -> None:
    pairs = workbook([["worker", "pair", "answer"], ["ann", "p", "yes"], ["bob", "p", "no"]])
    assert len(read_judged_pairs("", pairs).judgments) == 2
    spans = workbook([["worker", "item", "length", "spans"], ["ann", "t", 2, '[[0, 1, "X"]]']])
    assert len(read_scored_spans("spans.xlsx", spans).rows) == 1
    segments = workbook([["worker", "item", "annotation"], ["ann", "a b", "a | b"]])
    assert is_table("segments.xlsx", segments)
    assert read_segment_table(segments).release.annotations == 1


def test_without_its_library_the_message_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "find_spec", {}.get)
    [error] = read_judged_labels("a.xlsx", workbook(LABELS)).errors
    assert error.message.endswith("pip install openpyxl (the extra “excel” of midpath).")
