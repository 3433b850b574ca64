"""Attacks 21 to 30 of the promises: answers that lie, are duplicates or late, or claim another
sender. Platform accounts (the rest of 30) come with the crowds."""

import json
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core import signing
from django.db.models.functions import Now
from django.test import Client

from annotation.models import Assignment, AuditEvent, Judgment
from annotation.services.work.claim import claim_hit
from annotation.services.work.release import expire_overdue, return_hit
from tests.api.studies import Study
from tests.attacks.conftest import joined, send
from tests.helpers.factories import enrol, join_form, make_campaign
from tests.helpers.invariants import check_serving

ID = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"


def _path(study: Study) -> str:
    assignment = claim_hit(enrolment_id=study.enrolment.pk)
    return f"/w/{study.campaign.code}/hit/{assignment.pk}/submit/"


def _answer(boundaries: object, submission_id: str = ID) -> dict[str, object]:
    return {"submission_id": submission_id, "payload": {"boundaries": boundaries}}


BAD_BODIES = {
    "NUL": b'{"submission_id": "%s", "payload": {"answer": "a\\u0000 b c"}}',
    "lone surrogate": b'{"submission_id": "%s", "payload": {"answer": "\\ud800"}}',
    "NaN": b'{"submission_id": "%s", "payload": {"boundaries": [NaN, 0]}}',
    "Infinity": b'{"submission_id": "%s", "payload": {"boundaries": [Infinity, 0]}}',
    "2^63": b'{"submission_id": "%s", "payload": {"boundaries": [9223372036854775808, 0]}}',
    "twice": b'{"submission_id": "%s", "payload": {"boundaries": [0, 0], "boundaries": [1, 1]}}',
    "truncated": b'{"submission_id": "%s", "payload": {"boundaries": [0, ',
    "1,000 deep": b'{"submission_id": "%s", "payload": ' + b"[" * 1_000,
    "no UTF-8": b'{"submission_id": "%s", "payload": {"answer": "\xff"}}',
}


@pytest.mark.attack(21, 23)
@pytest.mark.parametrize("kind", BAD_BODIES)
def test_what_cannot_be_saved_is_refused_with_place(study: Study, desk: Client, kind: str) -> None:
    body = BAD_BODIES[kind].replace(b"%s", ID.encode())
    response = send(desk, _path(study), body)
    assert response.status_code == 400
    assert {"line", "column"} <= response.json()["error"].keys()
    assert not Judgment.objects.exists()


@pytest.mark.attack(24)
def test_what_is_10_000_deep_is_larger_than_any_answer(study: Study, desk: Client) -> None:
    response = send(desk, _path(study), b'{"payload": ' + b"[" * 10_000)
    assert (response.status_code, response.json()["error"]["code"]) == (413, "too_large")
    assert not Judgment.objects.exists()


@pytest.mark.attack(22, 23)
@pytest.mark.parametrize(
    "extra", ["👩‍👩‍👧 \u202e שלום é", 2**63 - 1, -(2**63), 0.1, 1e-300, [[[{}]]], None, True]
)
def test_what_can_be_saved_comes_back_exactly(study: Study, desk: Client, extra: Any) -> None:
    answer = _answer([1, 0])
    answer["payload"] = {"boundaries": [1, 0], "extra": extra}
    assert send(desk, _path(study), answer).status_code == 201
    found = study.researcher.get(f"{study.path}/judgments").json()["results"][0]["payload"]
    assert json.dumps(found["extra"]) == json.dumps(extra)


@pytest.mark.attack(25)
@pytest.mark.parametrize(
    "payload",
    [
        {"boundaries": [0, 1, 0]},
        {"boundaries": [2, 0]},
        {"boundaries": [-1, 0]},
        {"boundaries": {"0": 1}},
        {"answer": "a | b x"},
        {"answer": "a || b c"},
        {"answer": "a | b"},
        {},
    ],
)
def test_an_answer_that_is_no_segmentation_says_its_field(
    study: Study, desk: Client, payload: dict[str, object]
) -> None:
    response = send(desk, _path(study), {"submission_id": ID, "payload": payload})
    assert response.status_code == 400
    assert response.json()["error"]["field"] in {"boundaries", "answer"}


@pytest.mark.attack(25)
@pytest.mark.parametrize(
    "payload",
    [
        {"boundaries": [0, 0]},
        {"boundaries": [5, 0]},
        {"answer": "(a b c)"},
        {"answer": "((a b) c"},
        {"answer": "((a c) b)"},
    ],
)
def test_a_tree_is_binary_and_of_the_text(db: None, payload: dict[str, object]) -> None:
    campaign = make_campaign(texts=["a b c"], scheme="nested")
    enrolment = enrol(campaign, "ada")
    assignment = claim_hit(enrolment_id=enrolment.pk)
    client = Client()
    client.post(f"/w/{campaign.code}/", join_form(enrolment.worker))
    path = f"/w/{campaign.code}/hit/{assignment.pk}/submit/"
    response = send(client, path, {"submission_id": ID, "payload": payload})
    assert response.status_code == 400
    assert response.json()["error"]["message"]


@pytest.mark.attack(26)
def test_a_replay_gets_the_same_receipt_and_a_change_a_409(study: Study, desk: Client) -> None:
    path = _path(study)
    first, again = (send(desk, path, _answer([1, 0])) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json()["receipt"] == again.json()["receipt"]
    assert send(desk, path, _answer([0, 1])).status_code == 409
    assert send(desk, path, _answer([0, 1], str(uuid4()))).status_code == 409
    assert Judgment.objects.get().vector == [1, 0]
    assert AuditEvent.objects.filter(verb="judgment.refused").count() == 2


@pytest.mark.attack(27)
def test_work_after_a_return_or_expiry_is_stored_and_reported(study: Study, desk: Client) -> None:
    for end in ("returned", "expired"):
        assignment = claim_hit(enrolment_id=study.enrolment.pk)
        if end == "returned":
            return_hit(enrolment=study.enrolment, assignment_id=assignment.pk)
        else:
            late = Now() - timedelta(seconds=1)
            Assignment.objects.filter(pk=assignment.pk).update(expires_at=late)
            expire_overdue()
        path = f"/w/{study.campaign.code}/hit/{assignment.pk}/submit/"
        response = send(desk, path, _answer([1, 0], str(uuid4())))
        assert response.status_code == 201
        assert response.json()["receipt"]["late"] is True
        assert Judgment.objects.filter(assignment=assignment, late=True).count() == 1
    check_serving(study.campaign)


@pytest.mark.attack(28)
def test_a_worker_cannot_say_who_they_are_in_the_answer(study: Study, desk: Client) -> None:
    victim = enrol(study.campaign, "victim")
    for name in ("worker", "enrolment", "external_id"):
        answer = _answer([0, 0], str(uuid4())) | {name: victim.pk}
        send(desk, f"{_path(study)}?{name}={victim.pk}", answer)
    judged = Judgment.objects.values_list("assignment__enrolment", flat=True)
    assert set(judged) == {study.enrolment.pk}


@pytest.mark.attack(28)
@pytest.mark.parametrize("salt", ["", "annotation.worker.", "midpath.worker-token"])
def test_a_cookie_that_was_signed_for_something_else_is_nobody(study: Study, salt: str) -> None:
    client = Client()
    client.cookies["midpath_worker"] = signing.TimestampSigner(salt=salt).sign(
        str(study.enrolment.pk)
    )
    assert send(client, _path(study), _answer([0, 0])).status_code == 403


@pytest.mark.attack(30)
def test_an_id_of_one_project_is_somebody_else_in_another(study: Study, other_study: Study) -> None:
    same = "5f1d7a2b"
    joined(study, same)
    joined(other_study, same)
    workers = [
        one.project.workers.get(source="link", external_id=same) for one in (study, other_study)
    ]
    assert workers[0].pk != workers[1].pk


@pytest.mark.attack(21)
def test_cookies_and_forms_with_a_nul_are_refused(study: Study) -> None:
    for cookie in ('sessionid="\\000"', 'midpath_worker="a\\000b"'):
        assert Client(HTTP_COOKIE=cookie).get("/research/").status_code == 400
    join = f"/w/{study.campaign.code}/"
    assert Client().post(join, {"name": "a\x00b"}).status_code == 400
    as_form = "application/x-www-form-urlencoded"
    assert Client().post(join, "name=a%00b", content_type=as_form).status_code == 400
    login = {"username": "a\x00b", "password": "x"}
    assert Client().post("/account/login/", login).status_code == 400
