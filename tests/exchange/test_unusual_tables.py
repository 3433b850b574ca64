"""Tables of judgments in unusual forms, and files of other programs that are not tables."""

import gzip
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from midpath.exchange.judged.reading_options import (
    ReadingOptions,
)
from midpath.exchange.pairs.judged import read_judged_pairs
from tests.exchange.test_tables_of_judgments import only_fault, read, votes


def test_an_only_column_of_ids_is_that_of_the_items() -> None:
    found = read("user_id,movie_id,rating,time\n1,10,4,99\n2,10,5,98\n")
    assert votes(found) == [("1", "10", "4"), ("2", "10", "5")]
    message = only_fault("user_id,movie_id,cinema_id,rating\n1,10,3,4\n2,10,3,5\n")
    assert "no column named item" in message


def test_a_list_of_json_objects_is_a_table() -> None:
    rows = '[{"annotator": "a", "text": "i", "label": "x"}, {"annotator": "b", "text": "i"}]'
    found = read(rows, "file.json")
    assert votes(found) == [("a", "i", "x")]
    assert [str(one) for one in found.skipped] == ["1 label missing (row 2)"]


def test_bars_separate_cells() -> None:
    assert votes(read("worker|item|label\na|i|x\n")) == [("a", "i", "x")]


def test_rows_of_a_matrix_may_lack_cells_but_have_none_too_many() -> None:
    assert len(votes(read("item,ann,bob\n1,x,y\n2,y\n"))) == 3
    assert "3 cells expected, 4 found" in only_fault("item,ann,bob\n1,x,y\n2,y,x,x\n")


WORDS = ["a", "1", "2", "NA", "", "worker", "item", "label", '"', "\n", ",", ";", "\t", "|"]
WORDS += ["e\u0301", "\u200b", "rating", "text", "Answer.a", "true", "{", "[", "1.5", " "]


@given(
    st.lists(st.sampled_from(WORDS), max_size=40).map("".join),
    st.sampled_from(["f.csv", "f.jsonl", "f"]),
    st.sampled_from(["", "items", "workers", "fitting"]),
    st.sampled_from([{}, {"label": "3"}, {"worker": "a|b"}, {"item": "1"}]),
)
def test_no_table_causes_an_exception(
    text: str, name: str, wide: str, columns: dict[str, str]
) -> None:
    found = read(text, name, ReadingOptions(wide, None, "last", columns))
    assert found.errors or found.judgments


def test_two_columns_of_one_worker_are_refused() -> None:
    assert "Two columns are named ann" in only_fault("item,ann,ann\n1,x,y\n2,y,y\n")


def test_long_cells_in_other_columns_are_no_fault() -> None:
    found = read(f'worker,item,label,html\na,i,x,"{"y" * 200_000}"\n')
    assert votes(found) == [("a", "i", "x")]


def test_a_long_label_is_refused_with_its_length() -> None:
    assert "200,000 characters" in only_fault(f"worker,item,label\na,i,{'y' * 200_000}\n")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "cp1252"])
def test_encodings_are_recognized(encoding: str) -> None:
    found = read("worker,item,label\na,i,café\n".encode(encoding))
    assert votes(found) == [("a", "i", "café")]
    assert bool(found.notes) == (encoding != "utf-8-sig")


def test_the_delimiter_that_excel_declares_is_used() -> None:
    assert votes(read("sep=;\nworker;item;label\na;i;1,5\n")) == [("a", "i", "1,5")]


@pytest.mark.parametrize(
    ("body", "name", "kind"),
    [
        (b"X\n\0\0\0\x03\0\x04", "file", "R object"),
        (gzip.compress(b"RDX3\nX\n\0\0\0\x03", mtime=0), "file", "R object"),
        (b"", "kappa.rda", "R object"),
        (b"$FL2@(#) SPSS DATA FILE", "file", "SPSS"),
        (b"<stata_dta><header>", "file", "Stata"),
        (b"\x72\x02\x01\0", "file", "Stata"),
        (bytes(12) + b"\xc2\xea\x81\x60", "file", "SAS"),
        (pickle.dumps({"worker": 1}), "file", "pickle"),
        (b"(lp0\n.", "frame.pkl", "pickle"),
        (b"\x93NUMPY\x01", "file", "NumPy"),
    ],
)
def test_files_of_other_programs_are_named(body: bytes, name: str, kind: str) -> None:
    message = only_fault(body, name)
    assert kind in message
    assert "save" in message.lower() or "Export" in message


def test_a_matrix_of_pairs_is_read() -> None:
    found = read_judged_pairs("f.csv", b"pair,ann,bob\np1,yes,no\np2,yes,yes\n")
    assert [(row.worker, row.pair, row.answer) for row in found.rows][:2] == [
        ("ann", "p1", "yes"),
        ("bob", "p1", "no"),
    ]
