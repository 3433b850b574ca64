"""Files of pairs: alternative column names, duplicates read once, errors by row and column."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from midpath.exchange.pairs.content import as_decimal, stratum_of, write_pairs
from midpath.exchange.readers import ParsedUpload, read_upload

RTE = Path(__file__).resolve().parents[3] / "shared" / "data" / "rte" / "rte_judgments.csv"


def read(body: str, filename: str = "pairs.csv") -> ParsedUpload:
    return read_upload(filename, body.encode())


def content(parsed: ParsedUpload) -> dict[str, Any]:
    assert not parsed.errors, parsed.errors
    assert parsed.kind == "pairs"
    return parsed.items[0].content


def only_error(body: str) -> tuple[int, str, str]:
    parsed = read(body)
    assert len(parsed.errors) == 1, parsed.errors
    return parsed.errors[0].row, parsed.errors[0].column, parsed.errors[0].message


@pytest.mark.parametrize(
    ("filename", "body"),
    [
        ("p.csv", "pair,left,right\n7,Red wine,White wine\n"),
        ("p.csv", "Pair;Text;Hypothesis\n7;Red wine;White wine\n"),
        ("p.tsv", "id\tpremise\thypothesis\n7\tRed wine\tWhite wine\n"),
        ("p.csv", "ID,A,B\n7,Red wine,White wine\n"),
        ("p.csv", "pair_id,sentence1,sentence2\n7,Red wine,White wine\n"),
        ("unnamed", "pair\ttext1\ttext2\n7\tRed wine\tWhite wine\n"),
        ("p.jsonl", '{"pair": 7, "left": "Red wine", "right": {"text": "White wine"}}\n'),
        ("p.json", '{"id": "7", "first": "Red wine", "second": "White wine"}\n'),
    ],
)
def test_many_names_for_the_same_columns(filename: str, body: str) -> None:
    parsed = read(body, filename)
    assert content(parsed) == {
        "left": {"text": "Red wine"}, "right": {"text": "White wine"}, "similarity": None,
        "stratum": None, "gold": None, "why": None, "columns": {},
    }  # fmt: skip
    assert parsed.items[0].text == "7"


def test_what_is_known_of_a_pair_is_taken_and_the_rest_stored() -> None:
    line = {
        "pair": "p-1", "left": {"text": "One.\r\nTwo.", "document": "a.com", "title": "T"},
        "right": "Three", "similarity": 0.2500004, "gold": "yes", "why": "Both count.", "n": 3,
    }  # fmt: skip
    assert content(read(json.dumps(line), "p.jsonl")) == {
        "left": {"text": "One.\nTwo.", "document": "a.com", "title": "T"},
        "right": {"text": "Three"},
        "similarity": 250_000,
        "stratum": 0,
        "gold": "yes",
        "why": "Both count.",
        "columns": {"n": 3},
    }


@pytest.mark.parametrize(
    ("similarity", "stratum", "expected"),
    [
        ("", "", None), ("", "2", 2), ("", "easy", "easy"), ("0.25", "", 0), ("0.250001", "", 1),
        ("1", "3", 3), (".75", "", 2), ("7e-1", "hard", "hard"),
    ],
)  # fmt: skip
def test_strata_are_given_or_follow_from_the_similarity(
    similarity: str, stratum: str, expected: object
) -> None:
    body = f"pair,left,right,similarity,stratum\n1,a,b,{similarity},{stratum}\n"
    assert content(read(body))["stratum"] == expected


def test_rows_that_repeat_a_pair_are_one_pair() -> None:
    parsed = read("worker,pair,left,right,gold,day\nw1,1,a,b,no,5\nw1,2,a,c,yes,5\nw2,1,a,b,no,5\n")
    assert [item.text for item in parsed.items] == ["1", "2"]
    assert parsed.items[0].content["columns"] == {"day": "5"}
    [note] = parsed.notes
    assert "1 more row repeats one of the 2 pairs; each pair is imported once." in note
    assert "Columns that differ between its rows are left out: worker." in note
    assert parsed.details["gold"] == {"no": 1, "yes": 1}


HEADER = "pair,left,right,similarity,stratum,gold\n1,a,b,0.1,,yes\n"


@pytest.mark.parametrize(
    ("row", "column", "said"),
    [
        ("1,a,c,0.1,,yes", "right", "Row 2 has the same pair with a different right"),
        ("1,a,b,0.1,,no", "gold", "Row 2 has the same pair with a different gold"),
        ("1,a,b,0.2,,yes", "similarity", "Row 2 has the same pair with a different similarity"),
        (",a,b,,,", "pair", "has no id"),
        (f"{'x' * 201},a,b,,,", "pair", "at most 200"),
        ("2,,b,,,", "left", "is empty"),
        ("2,a, ,,,", "right", "is empty"),
        (f"2,a,{'x' * 20_001},,,", "right", "at most 20,000"),
        ("2,a\x07,b,,,", "left", "control character"),
        ("2,a,b,1.01,,", "similarity", "from 0 to 1"),
        ("2,a,b,-0.1,,", "similarity", "from 0 to 1"),
        ("2,a,b,nan,,", "similarity", "from 0 to 1"),
        ("2,a,b,much,,", "similarity", "from 0 to 1"),
        ("2,a,b,0.3,0,", "stratum", "Stratum 0 is [0, .25]"),
        (f"2,a,b,,{'x' * 201},", "stratum", "at most 200"),
        ("2,a,b", "", "6 cells expected, 3 found"),
    ],
)
def test_what_is_wrong_is_said_with_its_row_and_column(row: str, column: str, said: str) -> None:
    found = only_error(f"{HEADER}{row}\n")
    assert found[:2] == (3, column)
    assert said in found[2]


@pytest.mark.parametrize(
    ("value", "column", "said"),
    [
        ({"pair": 1, "left": "a"}, "", "lacks an id (pair) or one of the two texts"),
        ({"pair": True, "left": "a", "right": "b"}, "pair", "must be a string"),
        ({"pair": 1, "left": 5, "right": "b"}, "left", "must be a string"),
        ({"pair": 1, "left": {"words": "a"}, "right": "b"}, "left", "A text is a string"),
        ({"pair": 1, "left": "a", "right": "b", "x": [1]}, "x", "Only a string"),
        ({"pair": 1, "left": "a", "right": "b", "similarity": True}, "similarity", "0 to 1"),
        ({"pair": 1, "left": "a", "right": "b", "gold": 0.5}, "gold", "must be a string"),
    ],
)
def test_bad_json_lines(value: dict[str, Any], column: str, said: str) -> None:
    good = '{"pair": "0", "left": "a", "right": "b"}'
    parsed = read(f"{good}\n{json.dumps(value)}\n", "p.jsonl")
    [error] = parsed.errors
    assert (error.row, error.column) == (2, column)
    assert said in error.message


def test_a_text_with_other_columns_is_still_a_text() -> None:
    assert read("id,text,left,right\n1,red wine,a,b\n").kind == "texts"
    assert read("text,hypothesis\nred wine,b\n").kind == "texts"


def test_strata_and_similarities_are_counted() -> None:
    parsed = read("pair,left,right,similarity\n1,a,b,0\n2,a,b,0.02\n3,a,b,1\n4,a,b,.9999999\n")
    assert parsed.details["by_stratum"] == [[0, 2], [3, 2]]
    assert parsed.details["similarities"] == [1, 1, *[0] * 47, 2]


TEXT = st.text(
    st.characters(blacklist_categories=("Cs", "Cc", "Cn")), min_size=1, max_size=30
).filter(lambda text: text.strip())


@pytest.mark.long
@given(st.lists(st.tuples(TEXT, TEXT, st.integers(0, 1_000_000), TEXT), min_size=1, max_size=5))
def test_what_is_written_is_read_again(rows: list[tuple[str, str, int, str]]) -> None:
    pairs = [
        (
            f"p-{number}",
            {
                "left": {"text": left.strip(), "document": "a"},
                "right": {"text": right.strip(), "title": " ".join(title.split())},
                "similarity": similarity,
                "stratum": stratum_of(similarity),
                "gold": None,
                "why": None,
                "columns": {},
            },
        )
        for number, (left, right, similarity, title) in enumerate(rows)
    ]
    parsed = read(write_pairs(pairs))
    assert not parsed.errors, parsed.errors
    assert [(item.text, item.content) for item in parsed.items] == pairs


def test_no_spreadsheet_takes_a_text_for_a_formula() -> None:
    texts = ["=cmd()", "- a point", "'=quoted", "@home", "1 = 1"]
    known: dict[str, Any] = {
        "similarity": 0,
        "stratum": 0,
        "gold": None,
        "why": None,
        "columns": {},
    }
    pairs = [(text, {"left": {"text": text}, "right": {"text": "wine"}, **known}) for text in texts]
    written = write_pairs(pairs)
    cells = ["'=cmd()", "'- a point", "''=quoted", "'@home", "1 = 1"]
    assert [row[:2] for row in csv.reader(written.splitlines()[1:])] == [
        [cell] * 2 for cell in cells
    ]
    assert [(item.text, item.content) for item in read(written).items] == pairs


def test_similarities_are_written_exactly() -> None:
    assert [as_decimal(value) for value in (0, 1, 250_000, 1_000_000)] == [
        "0.000000", "0.000001", "0.250000", "1.000000",
    ]  # fmt: skip


@pytest.mark.long
@pytest.mark.skipif(not RTE.exists(), reason="the judgments of Snow et al. are not here")
def test_the_800_pairs_of_snow_and_others() -> None:
    parsed = read_upload(RTE.name, RTE.read_bytes())
    assert not parsed.errors
    assert len(parsed.items) == 800
    assert parsed.details["gold"] == {"no": 400, "yes": 400}
    assert "7,200 more rows repeat" in parsed.notes[0]
