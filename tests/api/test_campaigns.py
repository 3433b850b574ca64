"""A researcher's workflow through the API: datasets, campaigns, judgments, figures."""

import hashlib
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from annotation.models import AuditEvent, Campaign, Dataset, Item
from annotation.services.work.review import review_judgment
from tasks.fold import fold_all
from tests.api.studies import Study
from tests.helpers.factories import enrol, judge_many, judge_next, make_dataset
from tests.helpers.queries import assert_queries

ROWS = [{"text": "a b c"}, {"tokens": ["東京", "大学"], "source": "made up"}]


@pytest.mark.long
def test_from_rows_to_a_live_campaign(study: Study) -> None:
    api = study.researcher
    body = {"project": study.project.pk, "name": "Rows", "rows": ROWS}
    dataset = api.post("datasets", body)
    assert (dataset.status_code, dataset.json()["items"]) == (201, 2)
    items = api.get(f"datasets/{dataset.json()['id']}/items").json()["results"]
    assert [item["content"]["tokens"] for item in items] == [["a", "b", "c"], ["東京", "大学"]]
    assert items[1]["content"]["columns"] == {"source": "made up"}

    terms = {"dataset": dataset.json()["id"], "scheme": "nested", "name": "New", "reward": "0.06"}
    draft = api.post("campaigns", terms)
    assert (draft.status_code, draft.json()["status"]) == (201, "draft")
    path = f"campaigns/{draft.json()['id']}"
    edited = api.patch(path, {"redundancy": 3, "instructions": ""}).json()
    assert (edited["redundancy"], edited["reward"]) == (3, "0.060")
    moves = {"launch": "live", "pause": "paused", "resume": "live", "close": "closed"}
    for move, status in moves.items():
        assert api.post(f"{path}/{move}").json()["status"] == status
    assert api.post(f"{path}/extend", {"redundancy": 4}).json()["redundancy"] == 4
    for refused in (
        api.patch(path, {"redundancy": 5}),
        api.post(f"{path}/launch"),
        api.post(f"{path}/pause"),
    ):
        assert (refused.status_code, refused.json()["code"]) == (409, "conflict")


def _upload(study: Study, name: str, content: bytes, **fields: Any) -> Any:
    data = {
        "project": str(study.project.pk),
        "name": "Uploaded",
        "file": SimpleUploadedFile(name, content),
    }
    return Client().post("/api/v1/datasets", data | fields, headers=study.researcher.headers)


def test_a_file_becomes_a_dataset(study: Study) -> None:
    response = _upload(study, "texts.csv", b"text,n\na b,1\nc d,2\n")
    assert (response.status_code, response.json()["items"]) == (201, 2)


def test_a_broken_file_imports_nothing_and_says_its_rows(study: Study) -> None:
    before = Item.objects.count()
    response = _upload(study, "texts.csv", b"text,n\na b,1\nc d\n,3\n")
    assert response.status_code == 400
    assert [error["row"] for error in response.json()["errors"]] == [3, 4]
    assert Item.objects.count() == before
    assert not Dataset.objects.filter(name="Uploaded").exists()


def words_in(value: Any) -> set[str]:
    return set(re.findall(r"[a-z]+", str(value).lower()))


@pytest.mark.long
def test_broken_rows_import_nothing_and_say_their_places(study: Study) -> None:
    rows = [{"text": "a b"}, {"text": " "}, {"texts": "c d"}, {"tokens": "e f"}]
    body = {"project": study.project.pk, "name": "Rows", "rows": rows}
    answer = study.researcher.post("datasets", body)
    assert answer.status_code == 400
    assert [error["row"] for error in answer.json()["errors"]] == [2, 3, 4]
    assert not Dataset.objects.filter(name="Rows").exists()
    content = answer.json()
    assert (content["field"], content["detail"].split(",")[0]) == ("rows", "Some rows have errors")
    assert not {"file", "line"} & words_in(content)


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "rows",
    [
        [{"pair": "1", "left": "a"}, {"pair": "2", "left": "a", "right": "b"}],
        [{"document": "a", "sections": ["x y"]}, {"document": "a", "sections": ["x y"]}],
        [{"name": "App", "description": "It is."}, {"name": "App"}],
        [{"site": "a.com"}, {"site": "b.com", "url": "ftp://b"}],
        [
            {"type": "document", "document": "a", "sentences": ["One."]},
            {"type": "question", "document": "a", "id": "q", "question": "", "answers": {}},
            {"type": "question", "document": "a", "id": "q", "question": "?", "answers": {}},
            {"type": "other", "document": "a"},
        ],
    ],
    ids=["pairs", "documents", "apps", "sites", "questions"],
)
def test_errors_of_rows_name_the_row_and_no_file(study: Study, rows: list[Any]) -> None:
    body = {"project": study.project.pk, "name": "Rows", "rows": rows}
    content = study.researcher.post("datasets", body).json()
    assert (content["status"], content["field"]) == (400, "rows")
    assert all(1 <= error["row"] <= len(rows) for error in content["errors"])
    assert not {"file", "line"} & words_in(content)


@pytest.mark.long
def test_no_rows_at_all_are_reported(study: Study) -> None:
    body = {"project": study.project.pk, "name": "Rows", "rows": []}
    content = study.researcher.post("datasets", body).json()
    assert (content["status"], content["field"]) == (400, "rows")


@pytest.mark.long
def test_a_name_that_is_taken_is_a_conflict(study: Study) -> None:
    dataset = study.campaign.dataset
    body = {"project": study.project.pk, "name": dataset.name, "rows": ROWS}
    assert study.researcher.post("datasets", body).status_code == 409
    terms = {"dataset": dataset.pk, "scheme": "flat", "name": study.campaign.name}
    answer = study.researcher.post("campaigns", terms)
    assert (answer.status_code, answer.json()["field"]) == (409, "name")


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("redundancy", value) for value in (0, 1001, "5", True)),
        *(("reward", value) for value in (0.02, "-1", "NaN", "1e3", "0.02\n")),
        *(("seconds_allotted", value) for value in (29, 2**62)),
        *(("name", value) for value in ("", "   ", "x" * 121)),
        *(("currency", "dollars"), ("instructions", "x" * 10_001), ("scheme", "round")),
        *(("status", "live"), ("code", "mine"), ("seed", 1), ("created_by", 1)),
    ],
)
def test_an_invalid_term_is_named(study: Study, field: str, value: object) -> None:
    terms = {"dataset": study.campaign.dataset_id, "scheme": "flat", "name": "Another"}
    answer = study.researcher.post("campaigns", terms | {field: value})
    assert (answer.status_code, answer.json()["field"]) == (400, field)
    assert Campaign.objects.count() == 1


@pytest.mark.long
@pytest.mark.attack(6, 7)
def test_lists_are_filtered_by_what_is_documented_and_nothing_else(study: Study) -> None:
    api = study.researcher
    assert len(api.get("campaigns", status="live", scheme="flat").json()["results"]) == 1
    assert api.get("campaigns", status="draft").json()["results"] == []
    for name in ("owner__password", "_connector", "dataset__project__memberships", "or", "format"):
        for path in ("campaigns", "datasets", "projects", study.path, f"{study.path}/judgments"):
            answer = api.get(path, **{name: "1"})
            assert (answer.status_code, answer.json()["field"]) == (400, name)


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("limit", value) for value in ("0", "501", "-1", "1.0", "١", ["1", "2"])),
        *(("after", value) for value in ("-1", str(2**63), "9" * 30, "")),
    ],
)
def test_pages_have_bounds(study: Study, name: str, value: object) -> None:
    assert study.researcher.get("campaigns", **{name: value}).status_code == 400


@pytest.mark.long
def test_pages_by_key_stay_stable_while_rows_are_added(study: Study) -> None:
    dataset = make_dataset(7, study.project)
    seen: list[int] = []
    address: str | None = f"datasets/{dataset.pk}/items?limit=3"
    while address:
        page = study.researcher.send("GET", address).json()
        seen += [item["position"] for item in page["results"]]
        Item.objects.filter(dataset=dataset, position=1).delete()
        address = page["next"] and page["next"].removeprefix("/api/v1/")
    assert seen == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.long
def test_judgments_figures_and_items_say_what_was_judged(study: Study) -> None:
    answers = ([1, 0], [0, 1])
    receipts = [judge_next(study.enrolment, {"boundaries": answer}) for answer in answers]
    other = enrol(study.campaign)
    for answer in answers:
        judge_next(other, {"boundaries": answer})
    fold_all(study.campaign.pk)
    api = study.researcher
    judgments = api.get(f"{study.path}/judgments").json()["results"]
    assert [judgment["counts"] for judgment in judgments] == [True] * 4
    assert judgments[0]["submission_id"] == str(receipts[0].submission_id)
    assert " | " in judgments[0]["form"]
    assert study.enrolment.worker.external_id not in str(judgments)

    figures = api.get(f"{study.path}/figures").json()
    assert (figures["version"], figures["judgments"]) == (1, 4)
    assert figures["figures"]["alpha"]["d1"]["value"] == 1.0
    assert figures["age_seconds"] >= 0

    items = api.get(f"{study.path}/items").json()["results"]
    assert [item["position"] for item in items] == [1, 2, 3]
    assert sorted(item["judgments"] for item in items) == [0, 2, 2]


@pytest.mark.long
def test_judgments_are_filtered_by_hit_worker_and_review(study: Study) -> None:
    mine = judge_next(study.enrolment)
    judge_next(enrol(study.campaign))
    judgment = study.campaign.judgments.get(pk=mine.judgment_id)
    review_judgment(judgment=judgment, user=study.owner, review="rejected", reason="blank")
    for query in (
        {"worker": study.enrolment.worker.number},
        {"review": "rejected"},
        {"counts": "false"},
        {"hit": judgment.hit_id, "worker": study.enrolment.worker.number},
    ):
        found = study.researcher.get(f"{study.path}/judgments", **query).json()["results"]
        assert [row["id"] for row in found] == [judgment.pk]
    for wrong in ({"counts": "maybe"}, {"review": "liked"}, {"hit": "x"}):
        assert study.researcher.get(f"{study.path}/judgments", **wrong).status_code == 400


@pytest.mark.long
def test_a_draft_has_no_figures_yet(study: Study) -> None:
    terms = {"dataset": study.campaign.dataset_id, "scheme": "flat", "name": "Draft"}
    draft = study.researcher.post("campaigns", terms).json()
    assert study.researcher.get(f"campaigns/{draft['id']}/figures").status_code == 409


@pytest.mark.long
def test_objects_of_another_project_are_404_and_audited(study: Study, other_study: Study) -> None:
    api, theirs = study.researcher, other_study.path
    reads = ["", "/figures", "/items", "/judgments"]
    moves = ["/launch", "/pause", "/resume", "/close", "/duplicate"]
    answers = [api.get(theirs + path) for path in reads]
    answers += [api.post(theirs + path, {}) for path in moves]
    answers += [
        api.post(f"{theirs}/extend", {"redundancy": 9}),
        api.patch(theirs, {"name": "mine"}),
    ]
    assert {answer.status_code for answer in answers} == {404}
    audited = AuditEvent.objects.filter(verb="access.refused", user=study.owner)
    assert audited.count() == len(answers)
    assert set(audited.values_list("project", flat=True)) == {other_study.project.pk}
    terms = {"dataset": other_study.campaign.dataset_id, "scheme": "flat", "name": "Mine"}
    assert api.post("campaigns", terms).status_code == 404
    assert api.get(f"datasets/{other_study.campaign.dataset_id}").status_code == 404
    assert api.get(f"campaigns/{2**62}").json() == answers[0].json()


QUERIES = {
    "projects": 2,
    "datasets": 2,
    "campaigns": 2,
    "{path}": 2,
    "{path}/figures": 7,
    "{path}/items": 5,
    "{path}/judgments": 3,
}


@pytest.mark.long
@pytest.mark.parametrize(("path", "count"), QUERIES.items())
def test_reads_take_few_queries_however_long_the_list(study: Study, path: str, count: int) -> None:
    judge_many(study.enrolment, 2)
    fold_all(study.campaign.pk)
    with assert_queries(count):
        study.researcher.get(path.format(path=study.path))


@pytest.mark.long
def test_gold_is_the_same_bytes_under_its_digest(study: Study) -> None:
    judge_next(study.enrolment)
    fold_all(study.campaign.pk)
    first, second = (study.researcher.get(f"{study.path}/gold") for _ in range(2))
    assert first.status_code == 200
    assert first.content == second.content
    assert first.headers["ETag"] == f'"{hashlib.sha256(first.content).hexdigest()}"'
    study.researcher.headers["If-None-Match"] = first.headers["ETag"]
    assert study.researcher.get(f"{study.path}/gold").status_code == 304
