"""Files of judged pairs: each fault reported by row and column, with what to do."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from midpath.exchange.judged import cells
from midpath.exchange.pairs.judged import JudgedPairs, read_judged_pairs
from midpath.exchange.spreadsheets import as_meant, harmless
from midpath.exchange.tables import records_of

FULL = """\
worker,pair,answer,stratum,similarity,gold,seconds,words,means,counts,text
ann,p1,same topic,near,0.25,same topic,12.5,40,yes,yes,"not read, at all"
bob,p1,different,,,,,,no,,
cy,p1,different,near,0.250000,same topic,1,,no,no,
"""


def read(text: str, name: str = "file.csv") -> JudgedPairs:
    return read_judged_pairs(name, text.encode())


def faults(text: str, name: str = "file.csv") -> list[tuple[int, str, str]]:
    return [(error.row, error.column, error.message) for error in read(text, name).errors]


def test_a_full_table() -> None:
    found = read(FULL)
    assert not found.errors
    assert [(row.worker, row.pair, row.answer) for row in found.rows] == [
        ("ann", "p1", "same topic"),
        ("bob", "p1", "different"),
    ]
    assert (found.rows[0].milliseconds, found.rows[0].words) == (12_500, 40)
    assert (found.rows[1].milliseconds, found.rows[1].words) == (None, None)
    facts = found.pairs["p1"]
    assert (facts.stratum, facts.similarity, facts.gold) == ("near", 250_000, "same topic")
    assert found.means == {"same topic": True, "different": False}
    assert found.not_counted == 1


@pytest.mark.parametrize("divider", [",", ";", "\t"])
def test_any_divider_and_a_byte_order_mark(divider: str) -> None:
    text = "\ufeffPair,WORKER,Answer\np1,ann,yes\n\np1,bob,no\n".replace(",", divider)
    found = read(text)
    assert [(row.row, row.worker) for row in found.rows] == [(2, "ann"), (4, "bob")]
    assert not found.errors


def test_json_lines_hold_the_same() -> None:
    lines = (
        '{"worker": 1, "pair": "p1", "answer": "yes", "similarity": 0.25, "counts": true}\n'
        '{"worker": 2, "pair": "p1", "answer": "no", "gold": null, "keywords": {"left": []}}\n'
    )
    found = read(lines, "file.jsonl")
    assert not found.errors
    assert [row.worker for row in found.rows] == ["1", "2"]
    assert found.pairs["p1"].similarity == 250_000


HEAD = "worker,pair,answer,similarity,gold,seconds,counts\n"


@pytest.mark.parametrize(
    ("text", "row", "column", "words"),
    [
        ("worker,pair\nann,p1\n", 1, "", "no column named answer"),
        ("worker,pair,pair,answer\n", 1, "", "Two columns are named pair"),
        ("", 0, "", "no judgments that count"),
        (HEAD, 0, "", "no judgments that count"),
        (HEAD + "ann,p1,,,,,\n", 0, "", "Left out: 1 label missing (row 2)"),
        (HEAD + "ann,p1,yes,,,\n", 2, "", "7 cells expected, 6 found"),
        (HEAD + "ann,p1,yes,1.5,,,\n", 2, "similarity", "“1.5” is not a number from 0 to 1"),
        (HEAD + "ann,p1,yes,nan,,,\n", 2, "similarity", "is not a number"),
        (HEAD + "ann,p1,yes,,,soon,\n", 2, "seconds", "“soon” is not a number of seconds"),
        (HEAD + "ann,p1,yes,,,,maybe\n", 2, "counts", "neither yes nor no"),
        (HEAD + "ann,p1,yes,,,,\nann,p1,no,,,,\n", 3, "worker", "in row 2. Keep one"),
        (
            HEAD + "ann,p1,yes,.1,,,\nbob,p1,no,.2,,,\n",
            3,
            "similarity",
            "a different value in row 2",
        ),
        (HEAD + "ann,p1,yes,,a,,\nbob,p1,no,,b,,\n", 3, "gold", "a different value in row 2"),
        (HEAD + 'ann,p1,"yes,,,,\n', 2, "", "quotation mark"),
        (HEAD + f"ann,p1,{'x' * 3000},,,,\n", 2, "answer", "3,000 characters"),
        (HEAD + "ann,p1,a\x01b,,,,\n", 2, "answer", "control character U+0001"),
    ],
)
def test_faults_are_named(text: str, row: int, column: str, words: str) -> None:
    first = faults(text)[0]
    assert first[:2] == (row, column)
    assert words in first[2]


@pytest.mark.parametrize(
    ("text", "row", "column", "words"),
    [
        ("{}", 1, "worker", "is empty"),
        ("[1]", 1, "", "must be an object"),
        ('{"worker": "a"', 1, "", "not JSON"),
        ('{"worker": ["a"], "pair": "p", "answer": "b"}', 1, "worker", "one value"),
    ],
)
def test_faults_of_json_lines(text: str, row: int, column: str, words: str) -> None:
    first = faults(text, "file.jsonl")[0]
    assert first[:2] == (row, column)
    assert words in first[2]


def test_other_files_are_reported() -> None:
    for body, words in ((b"PK\x03\x04", "spreadsheet"), (b"a,b\n\0\xff", "not text")):
        [error] = read_judged_pairs("file.csv", body).errors
        assert words in error.message


def test_every_fault_is_named() -> None:
    found = read(HEAD + "".join(f"w{number},,yes,,,,\n" for number in range(130)))
    assert (found.error_count, len(found.errors)) == (130, 101)
    assert found.errors[-1].message.startswith("30 more errors")


@given(st.text(max_size=6))
def test_formulas_are_harmless_and_come_back_as_meant(cell: str) -> None:
    assert as_meant(harmless(cell)) == cell
    assert not harmless(cell).startswith(("=", "+", "-", "@", "\t", "\r", "\n"))


@given(
    st.lists(
        st.lists(st.text("a\u2028\x0b\x85,;\"\r\n'é", max_size=4), min_size=3, max_size=3),
        max_size=5,
    ),
    st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_rows_end_where_a_spreadsheet_ends_them(rows: list[list[str]], end: str) -> None:
    """Cells may contain anything, including odd line endings."""
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator=end, quoting=csv.QUOTE_ALL).writerows([["a", "b", "c"], *rows])
    found = [cells for _, cells in records_of(out.getvalue(), ",", print)]
    assert found == [["a", "b", "c"], *rows]


def test_a_row_refused_for_what_it_says_of_its_pair_still_was_the_first_of_its_worker() -> None:
    found = read(
        "worker,pair,answer,similarity\nann,p,yes,0.5\nbob,p,yes,0.6\nbob,p,no,0.5\n", "a.csv"
    )
    assert [(wrong.row, wrong.column) for wrong in found.errors] == [
        (3, "similarity"),
        (4, "worker"),
    ]
    assert "in row 3." in found.errors[1].message


def test_each_distinct_cell_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    reads: list[str] = []
    monkeypatch.setattr(cells, "problem_with_characters", reads.append)
    # Names with spaces, as those without need not be read at all.
    rows = [f"w {i % 5},p {i // 5},oh yes,0.25,near,oh yes" for i in range(500)]
    found = read("worker,pair,answer,similarity,stratum,gold\n" + "\n".join(rows))
    assert len(found.rows) == 500
    assert len(reads) == len(set(reads)) + 1 == 5 + 100 + 1 + 1 + 1  # an answer is also gold
