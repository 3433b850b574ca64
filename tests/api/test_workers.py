"""A worker's workflow through the API: join, claim, submit, return."""

from uuid import uuid4

import pytest

from annotation.models import Assignment, AuditEvent, Judgment
from annotation.services.campaigns.campaigns import pause_campaign
from tests.api.studies import API, Study
from tests.helpers.invariants import check_serving


def test_join_claim_submit_until_nothing_is_left(study: Study) -> None:
    body = study.worker.post(f"{study.worker_path}/claim").json()
    for left in (2, 1, 0):
        answer = {
            "submission_id": str(uuid4()),
            "payload": {"boundaries": [0] * (len(body["item"]["words"]) - 1)},
        }
        response = study.worker.post(
            f"{study.worker_path}/assignments/{body['assignment']}/submit", answer
        )
        assert response.status_code == 201
        receipt = response.json()
        assert (receipt["late"], receipt["counts"]) == (False, True)
        assert (receipt["next"] is None) == (left == 0)
        body = receipt["next"]
    assert receipt["stopped"]["code"] == "nothing_left"
    response = study.worker.post(f"{study.worker_path}/claim")
    assert (response.status_code, response.json()["code"]) == (404, "nothing_left")
    check_serving(study.campaign)


def test_joining_again_is_the_same_worker_and_claiming_again_the_same_hit(study: Study) -> None:
    first = study.worker.post(f"{study.worker_path}/claim").json()
    worker = study.enrolment.worker
    again = {
        "external_id": worker.external_id,
        "sent_by": "link",
        "return_code": worker.return_code,
    }
    joined = API().post(f"{study.worker_path}/join", again)
    assert joined.json()["return_code"] == worker.return_code
    again = API(joined.json()["token"]).post(f"{study.worker_path}/claim").json()
    assert again["assignment"] == first["assignment"]


def test_a_chosen_name_needs_its_return_code_the_second_time(study: Study) -> None:
    joined = API().post(f"{study.worker_path}/join", {"name": "Ada"}).json()
    response = API().post(f"{study.worker_path}/join", {"name": "Ada"})
    assert (response.status_code, response.json()["code"]) == (409, "name_taken")
    proven = {"name": "Ada", "return_code": joined["return_code"]}
    assert API().post(f"{study.worker_path}/join", proven).status_code == 200


def test_a_name_and_an_id_that_look_alike_are_two_workers(study: Study) -> None:
    named = API().post(f"{study.worker_path}/join", {"name": "Ada"}).json()
    linked = API().post(f"{study.worker_path}/join", {"external_id": "Ada"}).json()
    hits = [
        API(joined["token"]).post(f"{study.worker_path}/claim").json()["assignment"]
        for joined in (named, linked)
    ]
    assert len(set(hits)) == 2


@pytest.mark.parametrize("body", [{}, {"name": "A", "external_id": "B"}])
def test_joining_takes_exactly_one_identity(study: Study, body: dict[str, str]) -> None:
    assert API().post(f"{study.worker_path}/join", body).json()["field"] == "name"


def _submission(study: Study) -> tuple[str, dict[str, object]]:
    hit = study.worker.post(f"{study.worker_path}/claim").json()
    path = f"{study.worker_path}/assignments/{hit['assignment']}/submit"
    boundaries = [0] * (len(hit["item"]["words"]) - 1)
    return path, {"submission_id": str(uuid4()), "payload": {"boundaries": boundaries}}


def test_the_same_again_is_stored_once_and_answers_the_same_receipt(study: Study) -> None:
    path, body = _submission(study)
    first, second = study.worker.post(path, body), study.worker.post(path, body)
    assert (first.status_code, second.status_code) == (201, 200)
    receipts = [
        {name: value for name, value in response.json().items() if name not in {"next", "stopped"}}
        for response in (first, second)
    ]
    assert receipts[0] == receipts[1]
    assert Judgment.objects.count() == 1


def test_another_answer_to_the_same_hit_is_a_conflict_and_stored(study: Study) -> None:
    path, body = _submission(study)
    study.worker.post(path, body)
    other = {"boundaries": [1, *body["payload"]["boundaries"][1:]]}  # type: ignore[index]
    for submission_id in (body["submission_id"], str(uuid4())):
        response = study.worker.post(path, {"submission_id": submission_id, "payload": other})
        assert (response.status_code, response.json()["code"]) == (409, "already_submitted")
    events = AuditEvent.objects.filter(verb="judgment.refused")
    assert [event.details["payload"] for event in events] == [other, other]


def test_an_answer_larger_than_any_can_be_is_not_stored(study: Study) -> None:
    path, body = _submission(study)
    stuffed = {**body["payload"], "more": "x" * 70_000}  # type: ignore[dict-item]
    response = study.worker.post(path, body | {"payload": stuffed})
    assert (response.status_code, response.json()["code"]) == (413, "too_large")
    assert not Judgment.objects.exists()
    assert study.worker.post(path, body).status_code == 201


def test_the_time_may_be_reported_and_is_no_longer_than_since_the_claim(study: Study) -> None:
    path, body = _submission(study)
    status = study.worker.post(path, body | {"active_ms": 0, "first_action_ms": None}).status_code
    assert status == 201
    path, body = _submission(study)
    assert study.worker.post(path, body | {"active_ms": 10**12}).status_code == 201
    shown = study.researcher.get(f"{study.path}/judgments").json()["results"]
    assert (shown[0]["active_ms"], shown[0]["first_action_ms"]) == (0, None)
    assert 0 <= shown[1]["active_ms"] < 600_000


def test_a_task_is_skipped_and_researchers_read_how_often(study: Study) -> None:
    path = _submission(study)[0].replace("/submit", "/skip")
    assert study.worker.post(path, {}).json()["field"] == "later"
    assert study.worker.post(path, {"later": True, "reason": "bored"}).status_code == 400
    sent = {"later": True, "reason": "unclear", "words": "what?"}
    assert study.worker.post(path, sent).status_code == 204
    items = study.researcher.get(f"{study.path}/items").json()["results"]
    [skipped] = [item for item in items if item["skipped"]]
    assert (skipped["skipped"], skipped["skipped_later"]) == (1, 1)
    assert skipped["skip_reasons"] == {"unclear": 1}


def test_without_next_no_hit_is_claimed(study: Study) -> None:
    path, body = _submission(study)
    receipt = study.worker.post(path, body | {"next": False}).json()
    assert (receipt["next"], receipt["stopped"]) == (None, None)
    assert not Assignment.objects.filter(status="open").exists()


def test_while_paused_open_work_is_stored_and_the_answer_says_why_it_ends(study: Study) -> None:
    path, body = _submission(study)
    pause_campaign(campaign=study.campaign, user=study.owner)
    response = study.worker.post(path, body)
    assert response.status_code == 201
    assert response.json()["stopped"]["code"] == "not_serving"
    response = study.worker.post(f"{study.worker_path}/claim")
    assert (response.status_code, response.json()["code"]) == (409, "not_serving")


def test_a_returned_hit_can_be_returned_again_and_is_not_lost(study: Study) -> None:
    hit = study.worker.post(f"{study.worker_path}/claim").json()
    path = f"{study.worker_path}/assignments/{hit['assignment']}"
    for _ in range(2):
        assert study.worker.post(f"{path}/return").status_code == 204
    answer = {"submission_id": str(uuid4()), "payload": {"answer": hit["item"]["words"][0]}}
    assert study.worker.post(f"{path}/submit", answer).json()["field"] == "answer"
    check_serving(study.campaign)


@pytest.mark.parametrize(
    ("payload", "field"),
    [
        ({}, "boundaries"),
        ({"boundaries": [2, 0]}, "boundaries"),
        ({"boundaries": [True, False]}, "boundaries"),
        ({"boundaries": "00"}, "boundaries"),
        ({"boundaries": [0]}, "boundaries"),
        ({"boundaries": [0.5, 0]}, "boundaries"),
        ({"answer": "other | words"}, "answer"),
        ({"answer": 5}, "answer"),
    ],
)
def test_a_wrong_answer_says_its_field_and_leaves_the_hit_open(
    study: Study, payload: dict[str, object], field: str
) -> None:
    path, body = _submission(study)
    response = study.worker.post(path, body | {"payload": payload})
    assert response.status_code == 400
    assert response.json()["field"] == field
    assert Assignment.objects.get().status == "open"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"submission_id": "no"}, "submission_id"),
        ({"submission_id": 5}, "submission_id"),
        ({"payload": []}, "payload"),
        ({"payload": None}, "payload"),
        ({"next": "yes"}, "next"),
        ({"active_ms": -1}, "active_ms"),
        ({"active_ms": "7"}, "active_ms"),
        ({"first_action_ms": 1.5}, "first_action_ms"),
        ({"worker": 3}, "worker"),
    ],
)
def test_a_wrong_envelope_names_field(study: Study, change: dict[str, object], field: str) -> None:
    path, body = _submission(study)
    response = study.worker.post(path, body | change)
    assert response.status_code == 400
    assert response.json()["field"] == field


def test_a_submission_id_serves_one_hit_only(study: Study) -> None:
    path, body = _submission(study)
    following = study.worker.post(path, body).json()["next"]
    words = len(following["item"]["words"])
    path = f"{study.worker_path}/assignments/{following['assignment']}/submit"
    again = {**body, "payload": {"boundaries": [0] * (words - 1)}}
    response = study.worker.post(path, again)
    assert (response.status_code, response.json()["code"]) == (409, "conflict")
