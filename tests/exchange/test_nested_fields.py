"""Nested fields of JSON lines and Parquet are flattened or left out as chosen, within bounds."""

import json
from typing import Any

import pytest

from annotation.services.datasets.datasets import import_dataset, store_upload
from annotation.services.datasets.readings import preview, read_stored
from annotation.services.errors import Invalid
from midpath.exchange.lenient.nested_fields import DROP, FLATTEN, MAX_COLUMNS, MAX_DEPTH, NESTED
from midpath.exchange.readers import ParsedUpload, read_upload
from midpath.exchange.rows import Rows
from tests.attacks.test_parquet import packed
from tests.helpers.factories import make_project, make_user

ROW = {"text": "red wine", "meta": {"lang": "en", "tags": ["a", {"b": 1}]}, "empty": []}
PAIR = {"id": "1", "left": "a b", "right": "c d", "meta": {"lang": "en"}}


def read(*rows: object, nested: str = "") -> ParsedUpload:
    body = "\n".join(map(json.dumps, rows)).encode()
    return read_upload("a.jsonl", body, nested=nested)


def test_nested_fields_are_refused_with_their_reason() -> None:
    for row in (ROW, PAIR):
        [error] = read(row).errors
        assert (error.column, error.reason) == ("meta", NESTED)
        assert "flattened or left out" in error.message


def test_nested_fields_become_columns() -> None:
    parsed = read(ROW, nested=FLATTEN)
    assert parsed.items[0].content["columns"] == {
        "meta.lang": "en",
        "meta.tags.0": "a",
        "meta.tags.1.b": 1,
        "empty": None,
    }
    assert "meta.lang, meta.tags.0, meta.tags.1.b, empty" in parsed.notes[0]
    assert read(PAIR, nested=FLATTEN).items[0].content["columns"] == {"meta.lang": "en"}


def test_nested_fields_are_left_out_and_counted() -> None:
    parsed = read(ROW, ROW | {"text": "tea"}, nested=DROP)
    assert "columns" not in parsed.items[0].content
    assert [str(one) for one in parsed.skipped] == [
        "2 fields not read: meta, empty (first in row 1)"
    ]


def test_tokens_and_the_texts_of_pairs_are_no_nested_fields() -> None:
    for way in (FLATTEN, DROP):
        assert read({"tokens": ["red", "wine"]}, nested=way).items[0].content["tokens"]
        pair = PAIR | {"left": {"text": "a b", "title": "T"}}
        assert read(pair, nested=way).items[0].content["left"]["title"] == "T"


def deep(levels: int) -> object:
    value: object = 1
    for _ in range(levels):
        value = {"a": value}
    return value


@pytest.mark.parametrize(
    ("field", "message"),
    [
        (deep(MAX_DEPTH + 1), "more than 8 levels"),
        (list(range(MAX_COLUMNS + 1)), "more than 1,000 columns"),
        ({"k" * 300: 1}, "more than 200 characters"),
    ],
)
def test_fields_that_would_be_too_many_or_too_deep_are_refused(field: object, message: str) -> None:
    row = {"text": "red wine", "f": field}
    [error] = read(row, nested=FLATTEN).errors
    assert (message in error.message, error.reason) == (True, NESTED)
    assert read(row, nested=DROP).items
    assert read({"text": "red wine", "f": deep(MAX_DEPTH)}, nested=FLATTEN).items


def test_two_columns_of_one_name_are_refused() -> None:
    rows: list[dict[str, Any]] = [
        {"text": "red wine", "a": {"b": 1}, "a.b": 2},
        {"text": "red wine", "a": {"b": {"c": 1}, "b.c": 2}},
    ]
    for row in rows:
        [error] = read(row, nested=FLATTEN).errors
        assert "Two fields would be named a.b" in error.message


def test_names_of_columns_do_not_multiply_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("midpath.exchange.lenient.nested_fields.MAX_NAME_CHARACTERS", 500)
    rows = [{"text": f"red {n}", "n" * 90: [1, 2]} for n in range(4)]
    assert read(*rows[:2], nested=FLATTEN).items
    assert read(*rows, nested=FLATTEN).errors


def test_rows_without_a_choice_stay_as_they_are() -> None:
    rows = Rows("jsonl")
    assert rows.unnested(1, {"a": [1]}) == {"a": [1]}


PARQUET = {
    "Text": ["red wine", "green tea"],
    "meta": [{"lang": "en", "score": 1.0}, {"lang": "fr", "score": float("nan")}],
}


@pytest.mark.django_db
def test_parquet_is_a_dataset() -> None:
    project, user = make_project(), make_user()
    body = packed(PARQUET)
    with pytest.raises(Invalid) as caught:
        import_dataset(project=project, user=None, name="P", filename="a.parquet", body=body)
    assert "flattened or left out" in str(caught.value.details)
    upload = store_upload(
        project=project, user=user, name="P", filename="a.parquet", body=packed(PARQUET)
    )
    assert read_stored(upload).parsed.errors
    upload.choices = {"nested": FLATTEN}
    found = preview(upload)
    assert found is not None
    columns = [item.content["columns"] for item in found.parsed.items]
    assert columns == [
        {"meta.lang": "en", "meta.score": 1},
        {"meta.lang": "fr", "meta.score": None},
    ]


@pytest.mark.django_db
def test_bytes_in_parquet_are_refused() -> None:
    body = packed({"text": ["red wine"], "image": [{"bytes": b"\x89PNG", "path": "a"}]})
    with pytest.raises(Invalid, match="image contains bytes"):
        store_upload(
            project=make_project(), user=make_user(), name="P", filename="a.parquet", body=body
        )
