"""Floods of rejected submissions never reach Django, and a busy database gives a 503.

Both hold on every interface, without delaying honest workers.
"""

import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, connections
from django.test import Client
from django.urls import reverse

from annotation.models import Assignment, Judgment
from annotation.services.people.submit_backoff import AT_ONCE, Patience
from annotation.services.work.claim import claim_hit
from annotation.web import submit_limit as module
from annotation.worker.identity import COOKIE
from config.wsgi import application
from tests.api.studies import Study, make_study
from tests.attacks.conftest import joined

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def study(transactional_db: None) -> Study:
    """Commit the study, so that other connections see it."""
    return make_study()


FLOOD = int(AT_ONCE) + 20


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> Patience:
    """Return the rate limit of a server that has just started; it does not refill during the
    test."""
    limit = Patience()
    monkeypatch.setattr(module, "patience", limit)
    monkeypatch.setattr("annotation.services.people.submit_backoff.A_SECOND", 1e-9)
    return limit


def post(path: str, body: object, **headers: str) -> tuple[int, dict[str, str], Any, int]:
    """Send a request as gunicorn does. Return the status, the headers, the answer and the unread
    body."""
    content = json.dumps(body).encode()
    given = io.BytesIO(content)
    answer: list[Any] = []
    environment = {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": path,
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(content)),
        "wsgi.input": given,
        "wsgi.url_scheme": "http",
        "wsgi.errors": io.StringIO(),
        **headers,
    }
    said = application(environment, lambda status, sent: answer.extend([int(status[:3]), sent]))
    parsed = json.loads(b"".join(said))
    return answer[0], dict(answer[1]), parsed, len(content) - given.tell()


def as_worker(client: Client) -> dict[str, str]:
    cookie = client.cookies[COOKIE].value
    return {"HTTP_COOKIE": f"csrftoken={'a' * 32}; {COOKIE}={cookie}", "HTTP_X_CSRFTOKEN": "a" * 32}


def answer(boundaries: object) -> dict[str, Any]:
    return {"submission_id": str(uuid4()), "payload": {"boundaries": boundaries}}


@pytest.mark.attack(41, 42)
def test_a_flood_of_refused_answers_waits_and_others_do_not(study: Study, desk: Client) -> None:
    assignment = Assignment.objects.get()
    path = f"/w/{study.campaign.code}/hit/{assignment.pk}/submit/"
    shown = as_worker(desk)
    statuses = [post(path, answer("none"), **shown)[0] for _ in range(FLOOD)]
    assert statuses == sorted(statuses)
    assert {status: statuses.count(status) for status in set(statuses)} == {400: AT_ONCE, 429: 20}
    status, headers, body, left = post(path, answer("none" * 1000), **shown)
    assert (status, headers["Retry-After"].isdigit(), left) == (429, True, 0)
    assert body["error"]["code"] == "too_many_requests"
    assert "Try again in" in body["error"]["message"]
    other = joined(study, "somebody else")
    theirs = Assignment.objects.latest("pk")
    path = f"/w/{study.campaign.code}/hit/{theirs.pk}/submit/"
    words = len(theirs.hit.item.words)
    assert post(path, answer([0] * (words - 1)), **as_worker(other))[0] == 201


def test_the_same_of_a_token(study: Study) -> None:
    assignment = claim_hit(enrolment_id=study.enrolment.pk)
    path = f"/api/v1/{study.worker_path}/assignments/{assignment.pk}/submit"
    shown = {"HTTP_AUTHORIZATION": study.worker.headers["Authorization"]}
    statuses = [post(path, answer("none"), **shown)[0] for _ in range(FLOOD)]
    assert {status: statuses.count(status) for status in set(statuses)} == {400: AT_ONCE, 429: 20}
    status, headers, body, left = post(path, answer("none"), **shown)
    assert (status, headers["Content-Type"]) == (429, "application/problem+json")
    assert (body["status"], body["code"], left) == (429, "too_many_requests", 0)


def test_fifty_identical_submissions_are_answered_alike(study: Study, desk: Client) -> None:
    assignment = Assignment.objects.get()
    path = f"/w/{study.campaign.code}/hit/{assignment.pk}/submit/"
    same = answer([0] * (len(assignment.hit.item.words) - 1))
    statuses = [post(path, same, **as_worker(desk))[0] for _ in range(50)]
    assert statuses == [201, *[200] * 49]
    assert Judgment.objects.count() == 1


def test_nobody_is_remembered_who_is_no_worker(study: Study, fresh: Patience) -> None:
    path = f"/w/{study.campaign.code}/hit/1/submit/"
    for number in range(3):
        forged = {"HTTP_COOKIE": f"csrftoken={'a' * 32}; {COOKIE}=5:forged{number}"}
        assert post(path, answer([]), **forged, HTTP_X_CSRFTOKEN="a" * 32)[0] == 403
    assert fresh.idle_at == {}


@contextmanager
def locked(table: str) -> Iterator[None]:
    """Lock the whole table on another connection, longer than a page may wait, which is less than
    usual here."""
    other = connections.create_connection("default")
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = 150")
    try:
        other.set_autocommit(False)
        with other.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE")
        yield
        other.rollback()
    finally:
        other.close()
        with connection.cursor() as cursor:
            cursor.execute("RESET lock_timeout")


@pytest.mark.few(2)
@pytest.mark.parametrize("name", ["projects", "project", "audit"])
def test_a_page_of_a_researcher(study: Study, owner: Client, name: str) -> None:
    path = reverse(f"research:{name}", args=[study.project.pk] * (name != "projects"))
    assert owner.get(path).status_code == 200
    with locked("annotation_project"):
        answer = owner.get(path)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    assert owner.get(path).status_code == 200


def test_a_page_of_a_worker(study: Study, desk: Client) -> None:
    path = f"/w/{study.campaign.code}/"
    with locked("annotation_campaign"):
        answer = desk.get(path)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    assert desk.get(path, follow=True).status_code == 200


@pytest.mark.long
def test_an_operation_of_the_api(study: Study) -> None:
    with locked("annotation_campaign"):
        answer = study.researcher.get("campaigns")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    assert answer.json()["code"] == "busy"
