"""Parquet files built to exhaust their reader, and broken ones: each is refused with
instructions."""

import io
import json
from itertools import chain
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from annotation.recorded import midpath_table
from annotation.services.errors import Busy, Invalid
from midpath.exchange import parquet, segment_tables
from midpath.exchange.judged import annotator_lists
from midpath.exchange.judged.synonyms import SYNONYMS, spellings_of
from midpath.exchange.labels import judged as labels
from midpath.exchange.pairs import judged as pairs
from midpath.exchange.parquet import BadParquet, ParquetBusy, as_json_lines
from midpath.exchange.spans import hugging_face
from midpath.exchange.spans import judged as spans
from midpath.exchange.subprocesses import runner
from tests.helpers.factories import make_dataset
from tests.helpers.sets import make_set, of_set
from tests.helpers.tiers import by_tier

MEGABYTE = 2**20


def packed(table: dict[str, Any], **how: Any) -> bytes:
    body = io.BytesIO()
    pq.write_table(pa.table(table), body, **{"compression": "zstd", **how})
    return body.getvalue()


def lines(body: bytes, most: int = MEGABYTE) -> list[Any]:
    _, found = as_json_lines("a.parquet", body, most)
    return [json.loads(line) for line in found.decode().split("\n") if line]


def refusal(body: bytes, most: int = MEGABYTE) -> str:
    with pytest.raises(BadParquet) as caught:
        as_json_lines("a.parquet", body, most)
    return str(caught.value)


@pytest.mark.attack(18)
def test_a_bomb_is_not_unpacked() -> None:
    bomb = packed({"label": ["a" * MEGABYTE + str(n) for n in range(30)]}, use_dictionary=False)
    assert len(bomb) < MEGABYTE
    assert "unpacks to more than 10 MB" in refusal(bomb)


@pytest.mark.attack(18)
def test_a_bomb_that_says_it_is_small_takes_no_memory() -> None:
    """One text, repeated a million times: the file itself counts it once."""
    once = pa.DictionaryArray.from_arrays(pa.array([0] * 1_000_000), pa.array(["a" * MEGABYTE]))
    bomb = packed({"label": once})
    assert len(bomb) < 100_000
    most = by_tier(quick=20, long=100)
    assert f"more than {most} MB of text" in refusal(bomb, most * MEGABYTE)
    plain = packed({"label": once}, store_schema=False)
    assert "needs too much memory" in refusal(plain, most * MEGABYTE)


def test_rows_columns_and_groups_are_bounded() -> None:
    nothing = packed({"label": pa.nulls(parquet.MAX_ROWS + 1, pa.string())})
    assert len(nothing) < 10_000
    assert "2,000,001 rows; at most 2,000,000" in refusal(nothing)
    assert "1,001 columns" in refusal(packed({f"c{n}": [1] for n in range(1001)}))
    groups = packed({"label": pa.nulls(10_001, pa.string())}, row_group_size=1)
    assert "more than 10,000 row groups" in refusal(groups, 10 * MEGABYTE)


def test_many_rows_of_nothing_end_at_the_bound_of_text() -> None:
    nothing = packed({"label": pa.nulls(parquet.MAX_ROWS, pa.string())})
    assert "more than 1 MB of text" in refusal(nothing)


@pytest.mark.long
def test_columns_that_nobody_reads_are_not_unpacked() -> None:
    body = packed({"Worker ": [1, 2], "picture": [b"a" * 20 * MEGABYTE] * 2})
    assert lines(body) == [{"picture": None, "worker": 1}, {"worker": 2}]


def test_a_process_that_takes_too_much_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    body = packed({"label": ["a"]})
    monkeypatch.setattr(runner, "MEMORY", 40 * MEGABYTE)
    assert "memory" in refusal(body)


SOUND = packed({"label": ["a", "b"]})


@pytest.mark.long
@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"PAR1", "broken"),
        (SOUND[:-20], "broken"),
        (SOUND[:40] + bytes(len(SOUND) - 48) + SOUND[-8:], "broken"),
        (SOUND[:4] + bytes(40) + SOUND[44:], "broken"),
        (packed({"label": [b"\xff"]}), "column label contains bytes"),
        (packed({"label": ["a"], "Label": ["b"]}), "Two columns are named label"),
    ],
)
def test_a_broken_file_is_reported(body: bytes, said: str) -> None:
    assert said in refusal(body)


def test_a_second_file_waits_and_then_is_informed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "WAIT", 0.01)
    with runner.QUICK, pytest.raises(ParquetBusy):
        as_json_lines("a", SOUND)


@pytest.mark.long
@pytest.mark.django_db
def test_an_upload_is_refused_and_makes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    dataset = make_dataset(["on line"])
    with pytest.raises(Invalid) as refused:
        make_set(dataset, "flat", SOUND[:-20], filename="a.parquet")
    [fault] = refused.value.details["errors"]
    assert fault["row"] == 0
    assert "broken" in fault["message"]
    monkeypatch.setattr(runner, "WAIT", 0.01)
    with runner.QUICK, pytest.raises(Busy):
        make_set(dataset, "flat", SOUND, filename="a.parquet")
    with pytest.raises(Invalid) as refused:
        make_set(dataset, "flat", SOUND, filename="a.parquet")
    assert "no column named item" in refused.value.details["errors"][0]["message"]


@pytest.mark.long
def test_values_are_as_readers_of_rows_take_them() -> None:
    body = packed(
        {
            "worker": [1.0, None],
            "seconds": [1.5, float("nan")],
            "label": pa.array([["a", "b"], []]),
            "item": pa.array(["x", "y"]).dictionary_encode(),
            "text": pa.array([0, 1], pa.timestamp("s")),
        }
    )
    assert lines(body) == [
        {
            "worker": 1,
            "seconds": 1.5,
            "label": ["a", "b"],
            "item": "x",
            "text": "1970-01-01T00:00:00",
        },
        {"worker": None, "seconds": None, "label": [], "item": "y", "text": "1970-01-01T00:00:01"},
    ]


@pytest.mark.long
@pytest.mark.django_db
def test_each_scheme_reads_it_as_its_tables() -> None:
    dataset = make_dataset(["on line", "a b c"])
    flats = packed(
        {"item": ["on line", "a b c"], "worker": [7, 8], "annotation": ["on | line", "[1, 0]"]}
    )
    own = make_set(dataset, "flat", flats, filename="a.parquet")
    assert of_set(own) == {("on line", 7): [1], ("a b c", 8): [1, 0]}
    votes = packed({"task": ["on line"], "worker": ["ann"], "label": ["Web"]})
    own = make_set(dataset, "label", votes, filename="a.parquet", name="Labels")
    assert of_set(own) == {("on line", 1): [0]}


def test_no_reader_asks_for_a_column_that_is_left_out() -> None:
    """`judgment` and `item` identify Midpath's own table, of which no vector is read."""
    columns = {"question", "sentences", *chain(*segment_tables.COLUMNS.values())}
    columns |= midpath_table.REQUIRED - {"vector"}
    for kind in (labels.Reading, pairs.Reading, spans.Reading, midpath_table.OwnRows):
        columns |= {*kind.known}
    columns |= {hugging_face.TOKENS, *hugging_face.TAGS}
    columns |= {*annotator_lists.NESTED, *annotator_lists.LISTS, *annotator_lists.LABELS}
    named = chain.from_iterable(SYNONYMS.values())
    columns |= {written for name in named for written in spellings_of(name)}
    assert columns == {*parquet.COLUMNS}


@pytest.mark.long
def test_columns_that_are_not_unpacked_are_named() -> None:
    """Each row but the first has the known columns only."""
    table = {"worker": ["a", "b"], "item": ["i", "i"], "label": ["x", "x"], "note": [b"1", b"2"]}
    assert [sorted(line) for line in lines(packed(table))] == [
        ["item", "label", "note", "worker"],
        ["item", "label", "worker"],
    ]
    found = labels.read_judged_labels("a.parquet", packed(table))
    assert [str(one) for one in found.skipped] == ["1 column not read: note"]
