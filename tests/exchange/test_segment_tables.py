"""Segmentations as a table: faults by row and column, words taken from the item or its text."""

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.segmentation.boundaries import format_flat, format_nested
from midpath.exchange.segment_tables import SegmentTable, is_table, read_segment_table
from midpath.exchange.spreadsheets import harmless
from midpath.scoring.segmentations import read_annotations
from tests.exchange.test_release import segmented

FLAT = """\
item,worker,annotation,note
a b c,ann,a | b c,first
a b c,bob,10,
d e,ann,"[1]",
"""


def read(text: str) -> SegmentTable:
    return read_segment_table(text.encode())


def faults(text: str) -> list[tuple[int, str, str]]:
    return [(one.row, one.column, one.message) for one in read(text).errors]


def test_the_item_is_the_text() -> None:
    found = read(FLAT)
    assert not found.errors
    assert found.release.named
    readings = read_annotations("flat", found.release)
    assert readings.vectors == {"a b c": [(1, 0), (1, 0)], "d e": [(1,)]}
    assert readings.keys == {"a b c": ("ann", "bob"), "d e": ("ann",)}


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_with_a_text_it_may_be_called_anything(delimiter: str) -> None:
    rows = ["ID,Text,Annotator,Segmentation", "q1,a b c,ann,((a b) c)", "q1,a b c,bob,01"]
    found = read("\n".join(rows).replace(",", delimiter))
    assert not found.errors
    assert found.release.words("q1") == ["a", "b", "c"]
    assert read_annotations("nested", found.release).vectors == {"q1": [(0, 1), (0, 1)]}


def test_json_lines_have_the_same_columns() -> None:
    lines = [
        {"item": "=a b c", "worker": 7, "annotation": [1, 0], "note": {"any": 1}},
        {"worker": "ann", "item": "=a b c", "annotation": "=a b | c"},
        {"item": "d e", "worker": "ann"},
    ]
    body = "\n".join(map(json.dumps, lines)).encode()
    assert is_table("a.jsonl", body)
    assert not is_table("a.jsonl", b'{"annotation set": {}}')
    found = read_segment_table(body)
    [fault] = found.errors
    assert (fault.row, fault.column) == (3, "annotation")
    readings = read_annotations("flat", found.release)
    assert readings.vectors == {"=a b c": [(1, 0), (0, 1)]}
    assert readings.keys == {"=a b c": ("7", "ann")}
    [fault] = read_segment_table(b'{"item": "a b"}').errors
    assert "no column named worker" in fault.message
    [fault] = read_segment_table(b"{").errors
    assert fault.row == 1


@pytest.mark.long
@given(
    st.lists(segmented(), min_size=1, max_size=5, unique_by=lambda pair: " ".join(pair[0])),
    st.booleans(),
)
def test_whatever_the_words_are_annotations_come_back(
    content: list[tuple[list[str], list[tuple[int, ...]]]], named: bool
) -> None:
    out = io.StringIO(newline="")
    table = csv.writer(out)
    table.writerow(["item", "worker", "annotation", *(["text"] if named else [])])
    for number, (words, vectors) in enumerate(content):
        text = " ".join(words)
        for worker, vector in enumerate(vectors):
            row = [f"q{number}" if named else text, f"w{worker}", format_flat(words, vector)]
            table.writerow([harmless(cell) for cell in [*row, *([text] if named else [])]])
    if not any(vectors for _, vectors in content):
        return
    found = read(out.getvalue())
    assert not found.errors
    readings = read_annotations("flat", found.release)
    assert not readings.left_out
    expected = [vectors for _, vectors in content if vectors]
    assert list(readings.vectors.values()) == expected


@pytest.mark.parametrize(
    ("text", "row", "column", "said"),
    [
        ("item,worker\na,b\n", 1, "", "There is no column named annotation."),
        ("worker,annotation\na,b\n", 1, "", "There is no column named item."),
        ("item,id,worker,annotation\na,b,c,d\n", 1, "", "The columns item and id mean the same."),
        ("item,worker,annotation\n", 0, "", "The file contains no annotations."),
        ("item,worker,annotation\na b,,a b\n", 2, "worker", "The worker is empty."),
        ("item,worker,annotation\na b,w,\n", 2, "annotation", "The annotation is empty."),
        ("item,worker,annotation\na b,w\n", 2, "", "3 cells expected, 2 found."),
        (
            "item,worker,annotation\na b,w,a b\na b,v,a b\na b,w,a | b\n",
            4,
            "worker",
            "The worker “w” already annotated “a b” in row 2.",
        ),
        (
            "item,text,worker,annotation\nq,a b,w,a b\nq,a c,v,a c\n",
            3,
            "text",
            "“q” has a different value in row 2.",
        ),
    ],
)
def test_faults_have_their_place(text: str, row: int, column: str, said: str) -> None:
    assert faults(text)
    assert faults(text)[0][:2] == (row, column)
    assert faults(text)[0][2].startswith(said)


def test_bytes_that_are_no_text_are_one_fault() -> None:
    [fault] = read_segment_table(b"item,worker\xff").errors
    assert "UTF-8" in fault.message


def test_a_row_that_failed_leaves_no_gap() -> None:
    found = read("item,worker,annotation\na b,,a b\nc d,w,c d\n")
    assert [fault.row for fault in found.errors] == [2]
    assert list(found.release.texts) == ["c d"]


@pytest.mark.parametrize(
    ("name", "body", "expected"),
    [
        ("a.csv", b'{"items": 1}', True),
        ("a.TSV", b"", True),
        ("a.json", b"item,worker", False),
        ("-", b' \n{"items": 1}', False),
        ("-", b"\xef\xbb\xbfitem,worker,annotation", True),
    ],
)
def test_a_table_is_known_by_its_name_or_by_how_it_begins(
    name: str, body: bytes, expected: bool
) -> None:
    assert is_table(name, body) == expected


def test_nested_brackets_are_read_too() -> None:
    words = ["a", "b", "c"]
    found = read(f"item,worker,annotation\na b c,w,{format_nested(words, (0, 1))}\n")
    assert read_annotations("nested", found.release).vectors == {"a b c": [(0, 1)]}
