"""Argilla's records: responses with their users, suggestions as predictions."""

import json
from typing import Any

import pytest

from midpath.exchange.labels.judged import JudgedLabels, read_judged_labels
from midpath.exchange.readers import read_upload
from midpath.exchange.spans.judged import JudgedSpans
from midpath.exchange.spans.scoring_input import read_scored_spans
from midpath.exchange.wanted import USUAL, Wanted

TEXT = "Ada left"
SPAN = {"start": 0, "end": 3, "label": "Person"}


def newer(**answers: Any) -> dict[str, Any]:
    responses = {
        name: [{"value": value, "user_id": "u1"}, {"value": value, "user_id": "u2"}]
        for name, value in answers.items()
    }
    suggestions = {name: {"value": value, "agent": "m"} for name, value in answers.items()}
    return {"id": "7", "fields": {"text": TEXT}, "metadata": {}, "responses": responses,
            "suggestions": suggestions, "vectors": {}, "status": "completed"}  # fmt: skip


def older(status: str = "submitted", **answers: Any) -> dict[str, Any]:
    values = {name: {"value": value} for name, value in answers.items()}
    return {
        "fields": {"text": TEXT},
        "responses": [
            {"user_id": "u1", "status": "submitted", "values": values},
            {"user_id": "u2", "status": status, "values": values},
        ],
        "suggestions": [{"question_name": "tone", "value": "bad", "agent": "m"}],
    }


def flat(value: Any = "good") -> dict[str, Any]:
    return {
        "id": "7", "text": TEXT, "status": "completed",
        "tone.responses": [value, value], "tone.responses.users": ["u1", "u2"],
        "tone.responses.status": ["submitted", "submitted"], "tone.suggestion": value,
        "tone.suggestion.agent": "m", "tone.suggestion.score": 0.5,
    }  # fmt: skip


def labels(*values: Any, wanted: Wanted = USUAL) -> JudgedLabels:
    return read_judged_labels("a.json", json.dumps(values).encode(), wanted=wanted)


def spans(*values: Any, wanted: Wanted = USUAL) -> JudgedSpans:
    return read_scored_spans("a.json", json.dumps(values).encode(), wanted=wanted)


def votes(found: JudgedLabels) -> list[tuple[str, str, str]]:
    assert not found.errors
    rows = found.judgments
    return [
        (rows.workers[worker], rows.items[item], "|".join(rows.answers[answer]))
        for worker, item, answer in zip(rows.worker, rows.item, rows.answer, strict=True)
    ]


BOTH = [("u1", TEXT, "good"), ("u2", TEXT, "good")]


@pytest.mark.parametrize("record", [newer(tone="good"), older(tone="good"), flat()])
def test_each_response_is_a_judgment(record: dict[str, Any]) -> None:
    found = labels(record)
    assert votes(found) == BOTH
    assert [str(one) for one in found.skipped] == ["1 suggestion of a model (row 1)"]
    line = read_judged_labels("a.jsonl", json.dumps(record).encode())
    assert votes(line) == BOTH


@pytest.mark.parametrize("record", [newer(tone="bad"), older(tone="good"), flat("bad")])
def test_suggestions_are_a_set_of_their_own(record: dict[str, Any]) -> None:
    found = labels(record, wanted=Wanted(predictions=True))
    assert votes(found) == [("m", TEXT, "bad")]
    assert [str(one) for one in found.skipped] == ["2 responses of an annotator (first in row 1)"]


def test_drafts_and_discarded_responses_are_counted() -> None:
    for status, reason in (("draft", "draft of a response"), ("discarded", "response discarded")):
        found = labels(older(status, tone="good"))
        assert votes(found) == BOTH[:1]
        assert reason in str(found.skipped[0])


def test_a_rating_is_a_place_on_a_scale_and_several_labels_are_a_set() -> None:
    assert labels(newer(stars=4)).level == "ordinal"
    assert votes(labels(newer(tone=["good", "calm"])))[0] == ("u1", TEXT, "calm|good")


def test_one_of_several_questions_is_chosen() -> None:
    record = newer(tone="good", topic="sport")
    found = labels(record)
    assert found.controls == ["tone", "topic"]
    assert "several questions: tone, topic" in found.errors[0].message
    assert votes(labels(record, wanted=Wanted("tone"))) == BOTH


def test_spans_are_read() -> None:
    found = spans(newer(who=[SPAN], tone="good"))
    assert not found.errors
    assert [(row.worker, row.item, row.spans) for row in found.rows] == [
        ("u1", TEXT, ((0, 3, "Person"),)),
        ("u2", TEXT, ((0, 3, "Person"),)),
    ]
    assert "2 answers to another question: tone (first in row 1)" in map(str, found.skipped)
    assert "No question of the file has spans" in spans(newer(tone="good")).errors[0].message
    bad = [{"start": 0, "end": "3", "label": "Person"}]
    assert 'Write each span as {"start"' in spans(newer(who=bad)).errors[0].message


def test_broken_records_are_errors_in_their_rows() -> None:
    broken = newer(tone="good") | {"responses": {"tone": [{"value": "x"}]}}
    found = labels(newer(tone="good"), broken)
    assert [(one.row, one.column) for one in found.errors] == [(2, "responses")]
    assert "value and a user" in found.errors[0].message
    one_user = flat() | {"tone.responses.users": ["u1"]}
    assert "as many responses as users" in labels(one_user).errors[0].message


def test_an_upload_has_the_text() -> None:
    parsed = read_upload("a.json", json.dumps([newer(who=[SPAN])]).encode())
    assert not parsed.errors
    assert [item.text for item in parsed.items] == [TEXT]
