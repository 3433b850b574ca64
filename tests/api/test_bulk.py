"""Bulk requests with the result of each row, and large files, which a job imports."""

import json
from typing import Any

import pytest

from annotation.models import Annotation, AnnotationSet, Dataset, DatasetImport, Item
from annotation.services.datasets import readings
from tests.api.studies import Study, make_study
from tests.helpers.imports import finish
from tests.helpers.queries import assert_max_queries
from tests.helpers.tiers import by_tier

TEXTS = [{"text": "first aid kit"}, {"text": " "}, {"text": "old town map", "id": 7}]
MANY = by_tier(quick=1_000, long=10_000)
TWICE = [*TEXTS, {"text": "first aid kit"}]


def sent(study: Study, rows: list[Any], **more: Any) -> Any:
    body = {"project": study.project.pk, "name": "Many", "rows": rows, **more}
    return study.researcher.post("datasets/bulk", body)


def annotated(study: Study, rows: list[Any], **more: Any) -> Any:
    body = {
        "dataset": study.campaign.dataset_id,
        "scheme": "flat",
        "name": "Model",
        "rows": rows,
        **more,
    }
    return study.researcher.post("sets/bulk", body)


def outcomes(answer: Any) -> list[str]:
    results = answer.json()["results"]
    assert [row["row"] for row in results] == list(range(1, len(results) + 1))
    return [row["outcome"] for row in results]


@pytest.mark.long
def test_sound_rows_become_a_dataset_and_each_row_is_reported(study: Study) -> None:
    answer = sent(study, TWICE, faulty="leave_out")
    assert answer.status_code == 201
    assert outcomes(answer) == ["made", "refused", "made", "repeated"]
    body = answer.json()
    assert (body["made"], body["dataset"]["items"]) == (2, 2)
    first, wrong, third, again = body["results"]
    texts = dict(Item.objects.filter(dataset=body["dataset"]["id"]).values_list("pk", "text"))
    assert texts == {first["item"]: "first aid kit", third["item"]: "old town map"}
    assert wrong["item"] is None
    assert (wrong["column"], "The text is missing." in wrong["message"]) == ("text", True)
    assert "row 1" in again["message"]
    left_out = Dataset.objects.get(pk=body["dataset"]["id"]).details["left_out"]
    assert left_out["numbers"] == [2, 4]


def test_one_faulty_row_refuses_all_unless_it_is_left_out(study: Study) -> None:
    answer = sent(study, TWICE)
    assert answer.status_code == 400
    assert [error["row"] for error in answer.json()["errors"]] == [2, 4]
    assert not Dataset.objects.filter(name="Many").exists()
    assert outcomes(sent(study, [TEXTS[0], TEXTS[2]])) == ["made", "made"]


@pytest.mark.long
def test_rows_of_which_none_can_be_taken_make_nothing(study: Study) -> None:
    answer = sent(study, [{"text": ""}, {"text": 5}], faulty="leave_out")
    assert answer.status_code == 400
    assert [error["row"] for error in answer.json()["errors"]] == [1, 2]
    assert not Dataset.objects.filter(name="Many").exists()


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([], "empty"),
        ([{"text": "a b"}] * 10_001, "10000"),
        (["a b"], "Row 1 is not an object."),
        ([{"type": "document", "document": "d", "sentences": ["a"]}], "Questions"),
    ],
)
def test_what_cannot_be_rows_is_refused(study: Study, rows: list[Any], words: str) -> None:
    answer = sent(study, rows, faulty="leave_out")
    assert answer.status_code == 400
    assert words in json.dumps(answer.json())


@pytest.mark.long
def test_every_other_kind_comes_in_rows(study: Study) -> None:
    kinds = {
        "pairs": {"pair": "p", "left": "a cat", "right": "a pet"},
        "sites": {"site": "example.com"},
        "apps": {"name": "Notes", "description": "Keeps notes."},
        "documents": {"document": "d", "text": "First things.\nOf them.", "subtitles": []},
    }
    for kind, row in kinds.items():
        answer = sent(study, [row, {}], name=kind, faulty="leave_out")
        assert (answer.status_code, answer.json()["dataset"]["kind"]) == (201, kind)
        assert outcomes(answer) == ["made", "refused"]


@pytest.mark.long
def test_thousands_of_rows_in_one_request(study: Study) -> None:
    rows = [{"text": f"a text {number}"} for number in range(MANY)]
    with assert_max_queries(30):
        answer = sent(study, rows)
    assert (answer.status_code, answer.json()["made"]) == (201, MANY)
    items = [
        {"item": row["item"], "annotator": "m", "payload": {"boundaries": [1, 0]}}
        for row in answer.json()["results"]
    ]
    with assert_max_queries(40):
        stored = annotated(study, items, dataset=answer.json()["dataset"]["id"])
    assert (stored.status_code, stored.json()["made"]) == (201, MANY)


@pytest.mark.long
def test_a_key_makes_it_once(study: Study) -> None:
    headers = {**study.researcher.headers, "Idempotency-Key": "bulk-1"}
    body = {"project": study.project.pk, "name": "Once", "rows": TEXTS, "faulty": "leave_out"}

    def post() -> Any:
        return study.researcher.client.post(
            "/api/v1/datasets/bulk", body, "application/json", headers=headers
        )

    first, again = post(), post()
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert again.headers["Idempotent-Replayed"] == "true"
    assert Dataset.objects.filter(name="Once").count() == 1


def rows_of(study: Study) -> list[Any]:
    first, second, _ = study.campaign.dataset.items.order_by("position")
    cut = {"payload": {"boundaries": [1, 0]}}
    return [
        {"item": first.pk, "annotator": "ann", **cut},
        {"item": first.pk, "annotator": "ann", **cut},
        {"item": second.pk, "annotator": "bob", "payload": {"boundaries": [1]}},
        {"item": 0, "annotator": "ann", **cut},
        {"item": second.pk, "annotator": "", **cut},
        {"item": True, "annotator": "ann", **cut},
        {"item": second.pk, "annotator": 3, "payload": []},
        {"item": second.pk, "annotator": 3, "colour": "red", **cut},
        {"item": second.pk, "annotator": "bob", "payload": {"answer": "d | e f"}},
    ]


def test_sound_annotations_become_a_set_and_each_row_is_reported(study: Study) -> None:
    rows = rows_of(study)
    answer = annotated(study, rows, faulty="leave_out", made_by="model", facts={"model": "m"})
    assert answer.status_code == 201
    assert outcomes(answer) == ["made", "repeated", *["refused"] * 6, "made"]
    body = answer.json()
    own = AnnotationSet.objects.get(pk=body["set"]["id"])
    assert (body["made"], body["set"]["annotations"], own.facts) == (2, 2, {"model": "m"})
    stored = Annotation.objects.filter(set=own).values_list("item_id", "annotator", "vector")
    assert sorted(stored) == [(rows[0]["item"], 1, [1, 0]), (rows[8]["item"], 2, [1, 0])]
    wrong = {row["row"]: row["column"] for row in body["results"] if row["column"]}
    assert [wrong[row] for row in (5, 6, 7, 8)] == ["annotator", "item", "payload", "colour"]
    assert sum(own.left_out.values()) == 7


def test_one_faulty_annotation_refuses_all_unless_it_is_left_out(study: Study) -> None:
    rows = rows_of(study)
    answer = annotated(study, rows)
    assert answer.status_code == 400
    assert [error["row"] for error in answer.json()["errors"]] == [2, 3, 4, 5, 6, 7, 8]
    assert annotated(study, rows[1:2] + rows[8:]).status_code == 201
    assert annotated(study, rows[3:6], faulty="leave_out", name="None").status_code == 400
    assert AnnotationSet.objects.count() == 1


@pytest.mark.long
def test_annotations_of_others_items_are_refused(study: Study) -> None:
    other = make_study()
    assert annotated(study, rows_of(other), dataset=other.campaign.dataset_id).status_code == 404
    assert annotated(study, rows_of(other)[:1], faulty="leave_out").status_code == 400
    assert annotated(study, rows_of(study)[:1], like=other.campaign.pk).status_code == 404


LINES = 3


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readings, "MAX_LINES_AT_ONCE", LINES)


def rows(*texts: str) -> list[dict[str, str]]:
    return [{"text": text} for text in texts]


def test_many_rows_become_a_dataset_by_a_job(study: Study) -> None:
    body = {"project": study.project.pk, "name": "Few", "rows": rows("a b", "c d")}
    assert study.researcher.post("datasets", body).status_code == 201
    many = rows(*(f"text {number}" for number in range(LINES + 2)))
    answer = study.researcher.post("datasets", body | {"name": "Many", "rows": many})
    assert answer.status_code == 202
    content = answer.json()
    stored = (content["status"], content["dataset"], content["filename"])
    assert stored == ("waiting", None, "rows.jsonl")
    finish(DatasetImport.objects.get())
    found = study.researcher.get(f"dataset-imports/{content['id']}").json()
    assert (found["status"], found["done"], found["errors"]) == ("ready", LINES + 2, [])
    made = study.researcher.get(f"datasets/{found['dataset']}").json()
    assert (made["name"], made["items"]) == ("Many", LINES + 2)
    listed = study.researcher.get(f"projects/{study.project.pk}/dataset-imports").json()
    assert [one["id"] for one in listed["results"]] == [content["id"]]


def test_errors_of_many_rows_are_listed_by_row(study: Study) -> None:
    many = rows("a b", "c d", "e f", "a b", "g h")
    body = {"project": study.project.pk, "name": "Many", "rows": many}
    number = study.researcher.post("datasets", body).json()["id"]
    finish(DatasetImport.objects.get())
    found = study.researcher.get(f"dataset-imports/{number}").json()
    assert (found["status"], found["count"]) == ("failed", 1)
    assert "Some rows have errors" in found["problem"]
    assert [error["row"] for error in found["errors"]] == [4]
    assert not Dataset.objects.filter(name="Many").exists()


def test_an_import_of_many_rows_is_stopped(study: Study) -> None:
    many = rows(*(f"text {number}" for number in range(LINES + 2)))
    body = {"project": study.project.pk, "name": "Many", "rows": many}
    number = study.researcher.post("datasets", body).json()["id"]
    found = study.researcher.post(f"dataset-imports/{number}/discard").json()["status"]
    assert found == "discarded"
    assert study.researcher.post("datasets", body).status_code == 202
