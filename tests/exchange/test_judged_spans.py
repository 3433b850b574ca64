"""Files of judged spans are read completely, or each fault is reported by row and column."""

import json

import pytest

from midpath.exchange.spans.judged import read_judged_spans

ROWS: list[dict[str, object]] = [
    {"worker": "v", "item": "Ada went .", "length": 3, "spans": [[0, 1, "Person"]]},
    {"worker": "w", "item": "Ada went .", "length": 3, "spans": [], "gold": [[0, 1, "Person"]]},
]


def lines(*rows: dict[str, object]) -> bytes:
    return "\n".join(map(json.dumps, rows)).encode()


def table(*rows: str) -> bytes:
    return "\n".join(["worker,item,length,spans,seconds,words,counts,gold", *rows]).encode()


def test_json_lines_and_tables_say_the_same() -> None:
    first = read_judged_spans("a.jsonl", lines(*ROWS))
    other = read_judged_spans(
        "a.csv",
        table(
            'v,Ada went .,3,"[[0, 1, ""Person""]]",,,,',
            'w,Ada went .,3,none,2.5,3,yes,"[[0, 1, ""Person""]]"',
            "x,Ada went .,3,none,,,no,",
        ),
    )
    assert not first.errors
    assert not other.errors
    spans = [((0, 1, "Person"),), ()]
    for found in (first, other):
        assert [row.spans for row in found.rows] == spans
        assert found.lengths == {"Ada went .": 3}
        assert found.gold == {"Ada went .": ((0, 1, "Person"),)}
    assert (other.times, other.not_counted) == ([(3, 2500)], 1)


@pytest.mark.parametrize(
    ("change", "column", "said"),
    [
        ({"spans": [[0, 1]]}, "spans", "Write spans as"),
        ({"spans": [[0, 1, 7]]}, "spans", "Write spans as"),
        ({"spans": "[[0, 1"}, "spans", "Write spans as"),
        ({"spans": ""}, "spans", "Write spans as"),
        ({"spans": {"0": 1}}, "spans", "one value"),
        ({"spans": [[0, 4, "Person"]]}, "spans", "not a span of a text of length 3"),
        ({"spans": [[1, 1, "Person"]]}, "spans", "not a span of a text of length 3"),
        ({"spans": [[0, 1, "a|b"]]}, "spans", "contains a bar"),
        ({"spans": [[0, 1, " "]]}, "spans", "has 1 to 200 characters"),
        ({"spans": [[0, 1, "a"], [0, 1, "a"]]}, "spans", "Duplicate span"),
        ({"length": 4}, "length", "a different value in row 1"),
        ({"length": 0}, "length", "not a valid text length"),
        ({"length": "three"}, "length", "not a valid text length"),
        ({"worker": "v"}, "worker", "already judged the item"),
        ({"worker": ""}, "worker", "empty"),
        ({"gold": [[0, 9, "a"]]}, "gold", "not a span of a text of length 3"),
    ],
)
def test_faults_are_named(change: dict[str, object], column: str, said: str) -> None:
    found = read_judged_spans("a.jsonl", lines(ROWS[0], ROWS[1] | change))
    assert [(error.row, error.column) for error in found.errors] == [(2, column)]
    assert said in found.errors[0].message


def test_what_two_rows_know_of_a_text_must_be_alike() -> None:
    known = [row | {"gold": [[0, at, "Person"]]} for at, row in enumerate(ROWS, 1)]
    [error] = read_judged_spans("a.jsonl", lines(*known)).errors
    assert (error.row, error.column) == (2, "gold")


@pytest.mark.parametrize("body", [b"", b"\n"])
def test_a_file_without_a_judgment_is_a_fault(body: bytes) -> None:
    assert read_judged_spans("a.jsonl", body).errors
