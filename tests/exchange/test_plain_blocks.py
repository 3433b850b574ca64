"""Tables read in blocks are what they are row by row, with every fault, remark and left-out row."""

from collections.abc import Iterator
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from midpath.exchange.judged import judgment_tables, plain_blocks
from midpath.exchange.judged.reading_options import REPEATS, ReadingOptions
from midpath.exchange.labels.judged import JudgedLabels, read_judged_labels
from midpath.exchange.pairs.judged import read_judged_pairs
from tests.helpers.tiers import by_tier

HEADS = (
    "worker,item,label",
    "label,worker,item,seconds,words",
    "worker,item,label,note,gold",
    "task,annotator,rating,counts",
    "worker,item,label,AssignmentStatus",
    "worker,item,label,kind,names",
)
PLAIN = {
    **dict.fromkeys(("worker", "item", "task", "annotator"), ("a", "b", "caf\u00e9", "i 1")),
    **dict.fromkeys(("label", "rating"), ("joy", "fear", "1")),
    **dict.fromkeys(("seconds", "words"), ("", "1", " 3 ")),
}
FAULTS = (
    *("", " ", " a", "cafe\u0301", "\u200ba", "'=1", "\u2028", "x\x0by", "a\r", "\x01", "\0"),
    *('"a"', '"a', 'a"b', '"a,b"', '"a\nb"', "a,b", "a" * 2001, "joy|fear", "|", "NA", "nan"),
    *("2.50", "1e400", "-1", "1e99", "yes", "no", "joy", "one", "any", "Rejected"),
)
ENDS = ("\n", "\r\n", "\r", "\n\n", "\n \n", "\n,,\n")


@st.composite
def tables(draw: st.DrawFn) -> str:
    names = draw(st.sampled_from(HEADS)).split(",")
    end = draw(st.sampled_from(ENDS[:2]))
    rarely = draw(st.sampled_from((10, 100, 1000)))  # faults are in one of so many rows
    is_numbered = draw(st.booleans())
    lines = [",".join(names)]
    for number in range(draw(st.integers(1, 40))):
        cells = [draw(st.sampled_from(PLAIN.get(name, ("",)))) for name in names]
        if is_numbered or draw(st.integers(0, 9)):  # else the worker may have judged it before
            cells[2 if names[0] == "label" else names[0] == "worker"] = f"i{number}"
        if not draw(st.integers(0, rarely)):
            cells[draw(st.integers(0, len(cells) - 1))] = draw(st.sampled_from(FAULTS))
        if not draw(st.integers(0, rarely * 4)):
            cells.append("")
        lines.append(",".join(cells))
    ends = [end if draw(st.integers(0, rarely * 4)) else draw(st.sampled_from(ENDS)) for _ in lines]
    text = "".join(line + end for line, end in zip(lines, ends, strict=True))
    text = text if draw(st.booleans()) else text.removesuffix(end)
    return text.replace(",", draw(st.sampled_from((",", ",", ";", "\t"))))


@pytest.fixture(autouse=True)
def _small_blocks() -> Iterator[None]:
    with patch.object(plain_blocks, "SIZE", 40):
        yield


def row_by_row(body: bytes, options: ReadingOptions) -> JudgedLabels:
    with patch.object(judgment_tables, "plain_blocks", lambda *_: iter(())):
        return read_judged_labels("file.csv", body, options=options)


@settings(max_examples=by_tier(quick=50, long=150))
@given(tables(), st.sampled_from(REPEATS), st.sampled_from([None, ("joy",)]))
def test_labels_are_the_same(text: str, repeats: str, missing: tuple[str, ...] | None) -> None:
    options, body = ReadingOptions(repeats=repeats, missing=missing), text.encode()
    assert read_judged_labels("file.csv", body, options=options) == row_by_row(body, options)


@given(tables())
def test_pairs_are_the_same(text: str) -> None:
    body = text.replace("item", "pair").replace("label", "answer").encode()
    found = read_judged_pairs("file.csv", body)
    with patch.object(judgment_tables, "plain_blocks", lambda *_: iter(())):
        assert found == read_judged_pairs("file.csv", body)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    "last", ["", "w,i,joy", 'w,"i",joy', "w,i", ",,", "w,i,", "w1,i1,fear", "w,i9,\x01"]
)
def test_a_fault_at_the_end_is_found(end: str, last: str) -> None:
    """After a thousand rows, which the reader looks at to guess columns."""
    rows = [f"w{n % 7},i{n},joy" for n in range(1100)]
    body = end.join(["worker,item,label", *rows, last]).encode()
    with patch.object(plain_blocks, "SIZE", 1 << 10):
        found = read_judged_labels("file.csv", body)
    assert found == row_by_row(body, ReadingOptions())
    assert len(found.judgments) >= 1100


def test_plain_rows_are_not_parsed() -> None:
    body = b"worker,item,label\n" + b"".join(b"w,i%d,joy\n" % n for n in range(9))
    with patch.object(judgment_tables, "dropwhile", None):
        assert len(read_judged_labels("file.csv", body).judgments) == 9


def test_progress_is_told() -> None:
    told: list[tuple[str, int, int]] = []
    body = b"worker,item,label\n" + b"".join(b"w,i%d,joy\n" % n for n in range(9))
    read_judged_labels("file.csv", body, seen=lambda *what: told.append(what))
    assert [number for _, number, _ in told] == [6, 10, 11]
