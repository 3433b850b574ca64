"""Annotation sets through the API: uploaded as on the pages, read, and hidden from other
projects."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from annotation.models import AnnotationSet
from tests.api.studies import Study
from tests.helpers.queries import assert_queries
from tests.helpers.sets import annotations_file, finish_import, make_set


def posted(study: Study, given: Any) -> Any:
    """Send a form, the format in which the API takes files."""
    api = study.researcher
    return api.client.post("/api/v1/sets", given, headers=api.headers)


def upload(study: Study, body: bytes | None = None, **more: Any) -> Any:
    dataset = study.campaign.dataset
    file = SimpleUploadedFile("set.csv", annotations_file(dataset) if body is None else body)
    given = {"dataset": dataset.pk, "scheme": "flat", "name": "Model", "file": file, **more}
    return posted(study, given)


@pytest.mark.long
def test_a_set_is_uploaded_and_read(study: Study) -> None:
    facts = {"model": "cutter", "temperature": "0", "cost": "0.02 USD"}
    answer = upload(
        study, made_by="model", source="ours", licence="CC0", version="2", facts=json.dumps(facts)
    )
    assert answer.status_code == 202
    assert (answer.json()["status"], answer.json()["set"]) == ("waiting", None)
    job = finish_import()
    state = study.researcher.get(f"set-imports/{job.pk}").json()
    own = AnnotationSet.objects.get()
    assert (state["status"], state["set"], state["errors"]) == ("ready", own.pk, [])
    body = study.researcher.get(f"sets/{own.pk}").json()
    many = own.annotations.count()
    assert (body["annotations"], body["items"], body["annotators"]) == (many, many, 1)
    assert (body["made_by"], body["facts"], body["digest"]) == ("model", facts, own.digest)
    rows = study.researcher.get(f"sets/{own.pk}/annotations?limit=1").json()
    first = own.annotations.earliest("pk")
    assert rows["results"] == [
        {
            "id": first.pk,
            "item": first.item_id,
            "annotator": 1,
            "payload": first.payload,
            "vector": first.vector,
        }
    ]
    assert [row["id"] for row in study.researcher.get("sets").json()["results"]] == [own.pk]


@pytest.mark.long
def test_one_question_of_a_file_is_chosen_by_its_control(study: Study) -> None:
    results = [
        {"type": "choices", "from_name": name, "value": {"choices": [name]}}
        for name in ("mood", "topic")
    ]
    text = study.campaign.dataset.items.earliest("position").text
    task = {"data": {"text": text}, "annotations": [{"result": results}]}
    body = json.dumps([task]).encode()
    assert upload(study, body, scheme="label").status_code == 202
    found = study.researcher.get(f"set-imports/{finish_import().pk}").json()
    assert (found["status"], found["controls"]) == ("failed", ["mood", "topic"])
    assert upload(study, body, scheme="label", control="topic", name="Topics").status_code == 202
    own = finish_import().made
    assert own is not None
    assert [one["label"] for one in own.settings["labels"]] == ["topic", "not topic"]
    left = study.researcher.get(f"sets/{own.pk}").json()["left_out"]
    assert left == {"result of type choices (control mood)": 1}


def test_faults_come_by_row_and_nothing_is_stored(study: Study) -> None:
    body = annotations_file(study.campaign.dataset) + b"none such,1,none such\n"
    assert upload(study, body).status_code == 202
    address = f"set-imports/{finish_import().pk}"
    content = study.researcher.get(address).json()
    assert (content["status"], content["count"], content["set"]) == ("failed", 1, None)
    assert content["errors"][0]["column"] == "annotation"
    assert "so nothing was imported" in content["problem"]
    assert not AnnotationSet.objects.exists()
    again = study.researcher.post(f"{address}/rest", {"leave_out": content["count"]})
    assert again.status_code == 202
    assert finish_import().status == "ready"
    assert study.researcher.post(f"{address}/rest", {"leave_out": 1}).status_code == 409
    assert AnnotationSet.objects.get().left_out == {"the dataset has no such item": 1}


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"facts": "{"}, "facts"),
        ({"facts": "[1]"}, "facts"),
        ({"facts": '{"colour": "red"}', "made_by": "model"}, "facts.colour"),
        ({"scheme": "nothing"}, "scheme"),
        ({"leave_out": "-1"}, "leave_out"),
        ({"take": "silver"}, "take"),
        ({"made_by": "robots"}, "made_by"),
        ({"more": "1"}, "more"),
    ],
)
def test_what_cannot_be_taken_is_named(study: Study, wrong: dict[str, Any], field: str) -> None:
    answer = upload(study, **wrong)
    assert answer.status_code == 400
    assert field in json.dumps(answer.json())
    assert not AnnotationSet.objects.exists()


@pytest.mark.long
def test_sets_of_others_do_not_exist(study: Study, other_study: Study) -> None:
    theirs = other_study.campaign.dataset
    own = make_set(theirs, "flat", annotations_file(theirs))
    for address in (f"sets/{own.pk}", f"sets/{own.pk}/annotations"):
        assert study.researcher.get(address).status_code == 404
    assert study.researcher.get("sets").json()["results"] == []
    file = SimpleUploadedFile("set.csv", annotations_file(theirs))
    given = {"dataset": theirs.pk, "scheme": "flat", "name": "Mine", "file": file}
    assert posted(study, given).status_code == 404
    assert upload(study, like=other_study.campaign.pk).status_code == 404
    assert study.researcher.post(f"sets/{own.pk}/delete").status_code == 404


def test_a_set_is_deleted_and_brought_back(study: Study) -> None:
    assert upload(study).status_code == 202
    own = finish_import().made
    assert own is not None
    assert study.researcher.post(f"sets/{own.pk}/delete").status_code == 200
    assert study.researcher.get(f"sets/{own.pk}").status_code == 404
    kinds = [row["kind"] for row in study.researcher.get("deleted").json()["results"]]
    assert kinds == ["set"]
    assert study.researcher.post(f"sets/{own.pk}/undelete").status_code == 200
    assert study.researcher.get(f"sets/{own.pk}").status_code == 200


def test_lists_cost_the_same(study: Study) -> None:
    dataset = study.campaign.dataset
    for number in range(2):
        make_set(dataset, "flat", annotations_file(dataset), name=f"Set {number}")
        with assert_queries(2):
            assert study.researcher.get("sets").status_code == 200


@pytest.mark.long
def test_a_file_is_imported_with_its_annotations(study: Study) -> None:
    api, project = study.researcher, study.campaign.dataset.project
    body = b"worker,pair,left,right,answer\nann,p1,a cat,a pet,yes\nbob,p1,a cat,a pet,no\n"

    def imported(**more: Any) -> Any:
        file = SimpleUploadedFile("pairs.csv", body)
        given = {"project": project.pk, "name": "Pairs", "file": file, "keep": "pair", **more}
        return api.client.post("/api/v1/datasets", given, headers=api.headers)

    wrong = imported(keep="flat")
    assert (wrong.status_code, wrong.json()["field"]) == (400, "keep")
    assert imported(keep="question").status_code == 400
    assert imported(keep_name=" x\u0007").status_code == 400
    assert imported(leave_out=2).status_code == 201
    finish_import()
    own = AnnotationSet.objects.get()
    assert (own.name, own.annotation_count, own.dataset.name) == ("Pairs", 2, "Pairs")
    made = imported(name="More", keep_name="Crowd", made_by="people", licence="CC BY")
    assert made.json()["items"] == 1
    imports = api.get(f"datasets/{made.json()['id']}/set-imports").json()["results"]
    assert [(one["name"], one["status"]) for one in imports] == [("Crowd", "waiting")]
    finish_import()
    listed = api.get(f"sets?dataset={made.json()['id']}").json()["results"]
    found = [(one["name"], one["made_by"], one["licence"]) for one in listed]
    assert found == [("Crowd", "people", "CC BY")]


@pytest.mark.long
def test_a_table_is_read_as_the_fields_say(study: Study) -> None:
    text = study.campaign.dataset.items.order_by("position").values_list("text", flat=True)[0]
    body = f"who,what,said\na,{text},x\na,{text},y\nb,{text},?\n".encode()
    fields = {"columns": "worker=who,item=what,label=said", "repeats": "last", "missing": "?"}
    assert upload(study, body, scheme="label", **fields).status_code == 202
    job = finish_import()
    assert job.made is not None
    given = study.researcher.get(f"sets/{job.made.pk}").json()
    assert given["annotations"] == 1
    assert given["notes"] == "Read who as worker, what as item and said as label."
    assert given["left_out"] == {
        "answer replaced by a later one of its worker": 1,
        "label ?, read as missing": 1,
    }
    answer = upload(study, body, name="Again", scheme="label", columns="label")
    assert (answer.status_code, answer.json()["field"]) == (400, "columns")
