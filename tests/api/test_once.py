"""Idempotency keys: each create runs once per key, however often and however concurrently it is
sent."""

import threading
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.db.models import F
from django.test import Client

from annotation.api.idempotency import HEADER
from annotation.models import AuditEvent, Campaign, Dataset, Invitation, KeptAnswer, LedgerEntry
from annotation.services.accounts.tokens import issue_token
from annotation.services.errors import Conflict
from annotation.services.idempotency import (
    Given,
    KeyedRequest,
    answer_once,
    delete_stored_responses,
)
from tests.api.studies import API, Answer, Study, make_study
from tests.api.test_described import read_schema
from tests.helpers.factories import at_once

pytestmark = pytest.mark.xdist_group("schema")

KEY = "8e03978e-40d5-43dd-bc93-6894a57f9324"
# Their requests have an id of their own, made by the client; a comparison requested twice is
# recomputed once.
DONE_ONCE_OTHERWISE = {"submit", "decide", "import_the_rest", "make_comparison_anew"}


def keyed(api: API, key: str = KEY) -> API:
    again = API()
    again.headers = {**api.headers, "Idempotency-Key": key}
    return again


def draft(study: Study, name: str = "Draft") -> dict[str, Any]:
    return {"dataset": study.campaign.dataset_id, "scheme": "flat", "name": name}


def request_by(study: Study) -> KeyedRequest:
    return KeyedRequest(study.owner, "user 1", KEY, "what", lambda project_id: True)


def drafts() -> int:
    return Campaign.objects.filter(status="draft").count()


def test_the_same_again_gets_the_same_answer_and_makes_nothing_more(study: Study) -> None:
    api = keyed(study.researcher)
    first = api.post("campaigns", draft(study))
    assert first.status_code == 201
    again = api.post("campaigns", dict(reversed(draft(study).items())))
    assert (again.status_code, again.content) == (201, first.content)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert "Idempotent-Replayed" not in first.headers
    assert drafts() == 1


def test_another_request_with_the_key_is_refused(study: Study) -> None:
    api = keyed(study.researcher)
    api.post("campaigns", draft(study))
    for refused in (
        api.post("campaigns", draft(study, "Another")),
        api.post(f"{study.path}/duplicate", {}),
    ):
        assert (refused.status_code, refused.json()["code"]) == (422, "key_reused")
        assert refused.json()["field"] == "Idempotency-Key"
    assert drafts() == 1


def test_keys_of_one_caller_are_nothing_to_another(study: Study) -> None:
    _, key = issue_token(project=study.project, user=study.owner, name="other")
    for api, name in ((study.researcher, "Draft"), (API(key), "Another")):
        made = keyed(api).post("campaigns", draft(study, name))
        assert made.status_code == 201
        assert "Idempotent-Replayed" not in made.headers
    assert drafts() == 2


def test_whoever_may_no_longer_ask_gets_no_repeat(study: Study) -> None:
    api, membership = keyed(study.researcher), study.owner.memberships.filter(project=study.project)
    assert api.post("campaigns", draft(study)).status_code == 201
    assert KeptAnswer.objects.get().project == study.project
    membership.update(role="viewer")
    refused = api.post("campaigns", draft(study))
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
    assert "Idempotent-Replayed" not in refused.headers
    membership.update(role="manager")
    assert api.post("campaigns", draft(study)).headers["Idempotent-Replayed"] == "true"
    assert drafts() == 1


@pytest.mark.long
def test_what_was_refused_may_be_tried_again(study: Study) -> None:
    api = keyed(study.researcher)
    wrong = {"project": study.project.pk, "name": "New", "rows": [{"text": " "}]}
    assert api.post("datasets", wrong).status_code == 400
    assert api.post("datasets", wrong | {"rows": [{"text": "a b"}]}).status_code == 201
    assert Dataset.objects.filter(name="New").count() == 1


def test_a_refused_access_is_audited_all_the_same(study: Study, other_study: Study) -> None:
    """A header must not hide an attempt: the refusal does not roll back its audit entry."""
    assert keyed(other_study.researcher).post(f"{study.path}/duplicate", {}).status_code == 404
    assert AuditEvent.objects.filter(verb="access.refused", user=other_study.owner).exists()
    assert not KeptAnswer.objects.exists()


@pytest.mark.long
@pytest.mark.parametrize("key", ["", " ", "a b", "é", "x" * 101])
def test_a_key_that_is_none_is_refused(study: Study, key: str) -> None:
    refused = keyed(study.researcher, key).post("campaigns", draft(study))
    assert (refused.status_code, refused.json()["field"]) == (400, "Idempotency-Key")
    assert drafts() == 0


@pytest.mark.long
def test_a_form_with_other_boundaries_is_the_same_request(study: Study) -> None:
    client = Client(headers=keyed(study.researcher).headers)

    def send(text: bytes) -> Any:
        sent = SimpleUploadedFile("queries.txt", text)
        form = {"project": study.project.pk, "name": "From a file", "file": sent}
        return client.post("/api/v1/datasets", form)

    assert [send(b"a b\n").status_code for _ in range(2)] == [201, 201]
    assert send(b"a c\n").status_code == 422
    assert Dataset.objects.filter(name="From a file").count() == 1


@pytest.mark.long
def test_a_bonus_is_given_once(study: Study) -> None:
    bonus = {"kind": "bonus", "amount": "0.50", "reason": "well read"}
    number = study.enrolment.worker.number
    for _ in range(3):
        assert keyed(study.researcher).post(f"{study.path}/workers/{number}/pay", bonus)
    assert LedgerEntry.objects.filter(kind="bonus").count() == 1


@pytest.mark.long
def test_what_is_shown_once_is_repeated_but_stored_sealed(study: Study) -> None:
    api = keyed(study.researcher)
    where = f"projects/{study.project.pk}/invitations"
    first, again = (api.post(where, {"role": "viewer"}).json() for _ in range(2))
    assert first == again
    assert Invitation.objects.count() == 1
    [stored] = KeptAnswer.objects.all()
    assert first["link"].rpartition("/")[0] not in stored.sealed
    assert "viewer" not in stored.sealed


@pytest.mark.long
def test_another_secret_key_says_that_it_was_done(study: Study, settings: Any) -> None:
    api = keyed(study.researcher)
    api.post("campaigns", draft(study))
    settings.SECRET_KEY = "another"
    assert (api.post("campaigns", draft(study)).status_code, drafts()) == (409, 1)


@pytest.mark.long
def test_a_key_is_forgotten_after_a_day(study: Study) -> None:
    api = keyed(study.researcher)
    api.post("campaigns", draft(study))
    delete_stored_responses()
    assert KeptAnswer.objects.count() == 1
    KeptAnswer.objects.update(made_at=F("made_at") - timedelta(hours=24, seconds=1))
    assert api.post("campaigns", draft(study, "Another")).status_code == 201
    KeptAnswer.objects.update(made_at=F("made_at") - timedelta(hours=24, seconds=1))
    delete_stored_responses()
    assert not KeptAnswer.objects.exists()


@pytest.mark.long
def test_whatever_makes_something_takes_a_key() -> None:
    """Detected by the status: 201 is created now, 202 is being created."""
    creating = [
        one
        for operations in read_schema()["paths"].values()
        for one in operations.values()
        if {"201", "202"} & set(one["responses"])
    ]
    without = {
        one["operationId"]
        for one in creating
        if HEADER not in {parameter["name"] for parameter in one.get("parameters", ())}
    }
    assert len(creating) > len(without)
    assert without == DONE_ONCE_OTHERWISE


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_twenty_at_once_make_one(db: None) -> None:
    study = make_study()

    def send() -> Answer:
        return keyed(study.researcher).post("campaigns", draft(study))

    answers = at_once([send] * 20, threads=8)
    found = [one for one in answers if isinstance(one, Answer)]
    assert len(found) == 20, answers
    made = [one for one in found if one.status_code == 201]
    assert {one.status_code for one in found} <= {201, 409}
    assert {one.json()["code"] for one in found if one.status_code == 409} <= {"in_flight"}
    assert len({one.content for one in made}) == 1
    assert drafts() == 1


@pytest.mark.django_db(transaction=True)
def test_while_the_first_is_under_way_others_are_informed(db: None) -> None:
    study = make_study()
    request = request_by(study)
    begun, go_on = threading.Event(), threading.Event()

    def slow() -> Given:
        begun.set()
        assert go_on.wait(30)
        return Given(201, "{}", study.project.pk)

    def first() -> None:
        try:
            answer_once(request, slow)
        finally:
            connection.close()

    thread = threading.Thread(target=first)
    thread.start()
    try:
        assert begun.wait(30)
        with pytest.raises(Conflict, match="still being answered"):
            answer_once(request, never)
    finally:
        go_on.set()
        thread.join(30)
    assert answer_once(request, never) == Given(201, "{}", study.project.pk, again=True)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_neither_is_there_without_the_other(db: None) -> None:
    """An error after the creation rolls back both."""
    study = make_study()
    request = request_by(study)

    def breaks() -> Given:
        with transaction.atomic():
            Campaign.objects.update(name="changed")
        raise RuntimeError

    with pytest.raises(RuntimeError):
        answer_once(request, breaks)
    assert not KeptAnswer.objects.exists()
    assert not Campaign.objects.filter(name="changed").exists()


def never() -> Given:
    raise AssertionError("it was done again")
