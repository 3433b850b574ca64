"""Rows of Hugging Face's datasets: tokens with tags, and lists of annotators."""

import io
import json
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from midpath.exchange.labels.judged import JudgedLabels, read_judged_labels
from midpath.exchange.readers import read_upload
from midpath.exchange.spans.scoring_input import read_scored_spans

TOKENS = ["Ada", "Brandt", "left", "Oslo"]
CLASSES = {"_type": "ClassLabel", "names": ["O", "B-Person", "I-Person", "B-Place"]}
MOODS = {"_type": "ClassLabel", "names": ["bad", "good"]}
VOTES = [("7", "a", "good"), ("8", "a", "bad")]


def lines(*values: Any) -> bytes:
    return "\n".join(map(json.dumps, values)).encode()


def parquet(columns: dict[str, Any], features: dict[str, Any]) -> bytes:
    table = pa.table(columns)
    metadata = {"huggingface": json.dumps({"info": {"features": features}})}
    out = io.BytesIO()
    pq.write_table(table.replace_schema_metadata(metadata), out)
    return out.getvalue()


def votes(found: JudgedLabels) -> list[tuple[str, str, str]]:
    assert not found.errors
    rows = found.judgments
    return [
        (rows.workers[worker], rows.items[item], "|".join(rows.answers[answer]))
        for worker, item, answer in zip(rows.worker, rows.item, rows.answer, strict=True)
    ]


SEQUENCE = {"_type": "Sequence", "feature": CLASSES}


@pytest.mark.parametrize("feature", [SEQUENCE, [CLASSES], {"_type": "List", "feature": CLASSES}])
def test_numbers_of_classes_are_named_by_the_file(feature: Any) -> None:
    body = parquet({"tokens": [TOKENS], "ner_tags": [[1, 2, 0, 3]]}, {"ner_tags": feature})
    found = read_scored_spans("a.parquet", body)
    assert not found.errors
    assert found.rows[0].item == "Ada Brandt left Oslo"
    assert found.rows[0].spans == ((0, 10, "Person"), (16, 20, "Place"))


def test_tagged_tokens_are_read_from_json_lines() -> None:
    row = {"tokens": TOKENS, "ner_tags": ["B-Person", "I-Person", "O", "B-Place"], "pos": [1]}
    body = lines(row | {"annotator_id": 7}, row | {"annotator_id": 8})
    found = read_scored_spans("a.jsonl", body)
    assert [row.worker for row in found.rows] == ["7", "8"]
    assert [str(one) for one in found.skipped] == ["1 field not read: pos (row 1)"]
    parsed = read_upload("a.jsonl", lines(row))
    assert parsed.items[0].content["tokens"] == TOKENS
    assert '[16, 20, "Place"]' in parsed.items[0].content["columns"]["gold"]


@pytest.mark.parametrize(
    ("tags", "said"),
    [
        ([1, 2, 0, 3], "numbers without names"),
        (["O"], "Each token needs a tag"),
        (["Person", "O", "O", "O"], "A tag is O, or B-"),
    ],
)
def test_other_tags_are_refused(tags: Any, said: str) -> None:
    found = read_scored_spans("a.jsonl", lines({"tokens": TOKENS, "ner_tags": tags}))
    assert said in found.errors[0].message
    assert found.errors[0].row == 1


@pytest.mark.parametrize(
    "row",
    [
        {"text": "a", "annotators": {"annotator_id": [7, 8], "label": ["good", "bad"]}},
        {"text": "a", "annotators": [{"annotator_id": 7, "label": "good"},
                                     {"annotator_id": 8, "label": "bad"}]},
        {"text": "a", "annotator_ids": [7, 8], "labels": ["good", "bad"]},
    ],
)  # fmt: skip
def test_lists_of_annotators_are_judgments(row: dict[str, Any]) -> None:
    assert votes(read_judged_labels("a.jsonl", lines(row))) == VOTES


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("columns", "features"),
    [
        ({"text": ["a"], "annotators": [{"annotator_id": [7, 8], "label": [1, 0]}]},
         {"annotators": {"_type": "Sequence", "feature": {"label": MOODS}}}),
        ({"text": ["a"], "annotators": [[{"annotator_id": 7, "label": 1},
                                         {"annotator_id": 8, "label": 0}]]},
         {"annotators": [{"label": MOODS}]}),
        ({"text": ["a"], "annotator_ids": [[7, 8]], "labels": [[1, 0]]},
         {"labels": {"_type": "Sequence", "feature": MOODS}}),
        ({"text": ["a", "a"], "worker": [7, 8], "label": [1, 0]}, {"label": MOODS}),
    ],
)  # fmt: skip
def test_nested_columns_are_read_from_parquet(columns: Any, features: Any) -> None:
    assert votes(read_judged_labels("a.parquet", parquet(columns, features))) == VOTES


def test_lists_of_different_lengths_are_an_error() -> None:
    row = {"text": "a", "annotator_ids": [7, 8], "labels": ["good"]}
    found = read_judged_labels("a.jsonl", lines(row))
    assert [(one.row, one.column) for one in found.errors] == [(1, "labels")]
    assert "as many labels as annotators" in found.errors[0].message


def test_strange_features_leave_values_as_they_are() -> None:
    strange: list[Any] = [[], {"label": {"_type": "ClassLabel", "names": "x"}}, {"label": [[]]}]
    for features in strange:
        columns = {"text": ["a"], "worker": [7], "label": [1]}
        assert votes(read_judged_labels("a.parquet", parquet(columns, features))) == [
            ("7", "a", "1")
        ]
