"""Bodies, addresses and headers that no client should send: each gets a problem response, never a
traceback."""

from io import BytesIO
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client

from annotation.api import campaigns
from tests.api.studies import API, Study
from tests.helpers.factories import make_campaign
from tests.helpers.pages import text_of

JSON = "application/json"


@pytest.mark.parametrize(
    ("body", "line", "column"),
    [
        (b'{"name": "a",\n "dataset": }', 2, 13),
        (b'{"name": NaN}', 1, 10),
        (b'{"name": Infinity}', 1, 10),
        (b'{"dataset": 9223372036854775808}', 1, 13),
        (b'{"dataset": 1e999}', 1, 13),
        (b'{"name": "a", "name": "b"}', 1, 15),
        (b'{"name": "a\\u0000"}', 1, 12),
        (b'{"name": "\\ud800"}', 1, 11),
        (b'{"name": "\xff"}', 1, 11),
        (b"[" * 10_000, 1, 51),
        (b'{"a":' * 10_000 + b"1" + b"}" * 10_000, 1, 251),
    ],
)
def test_unreadable_json_is_refused_with_its_place(
    study: Study, body: bytes, line: int, column: int
) -> None:
    answer = study.researcher.post("campaigns", body)
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (400, "unreadable_json")
    assert (problem["line"], problem["column"]) == (line, column)


@pytest.mark.parametrize("body", [b"[]", b'"text"', b"null", b"5", b""])
def test_a_body_that_is_no_object_is_refused(study: Study, body: bytes) -> None:
    assert study.researcher.post("campaigns", body).status_code == 400


def test_rows_that_are_none_are_refused_at_the_first(study: Study) -> None:
    body = b'{"project": 1, "name": "x", "rows": [{}, ' + b"0," * 500_000 + b"0]}"
    answer = study.researcher.post("datasets", body)
    assert "Row 2 is not an object." in text_of(answer, 400)
    assert len(answer.content) < 1000


def test_a_byte_order_mark_does_no_harm(study: Study) -> None:
    body = b"\xef\xbb\xbf" + b'{"redundancy": 3}'
    assert study.researcher.post(f"{study.path}/extend", body).status_code == 200


@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/xml", "application/x-www-form-urlencoded"]
)
def test_a_body_of_another_type_is_refused(study: Study, content_type: str) -> None:
    answer = study.researcher.send("POST", "campaigns", data="name=a", content_type=content_type)
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("text/plain", ""),
        ("application/x-www-form-urlencoded", ""),
        ("multipart/form-data; boundary=x", ""),
        ("multipart/form-data; boundary=----x", "------x--\r\n"),
    ],
)
def test_without_a_body_any_type_may_be_named(study: Study, content_type: str, body: str) -> None:
    draft = make_campaign(study.campaign.dataset, launch=False)
    sent = {"data": body, "content_type": content_type}
    made = study.researcher.send(
        "POST", f"campaigns/{draft.pk}/duplicate", HTTP_IDEMPOTENCY_KEY="one", **sent
    )
    assert made.status_code == 201
    assert study.researcher.send("POST", f"campaigns/{draft.pk}/launch", **sent).status_code == 200


def test_a_form_with_a_field_is_a_body_of_another_type(study: Study) -> None:
    draft = make_campaign(study.campaign.dataset, launch=False)
    field = 'Content-Disposition: form-data; name="a"\r\n\r\nb'
    form = {
        "data": f"--x\r\n{field}\r\n--x--\r\n",
        "content_type": "multipart/form-data; boundary=x",
    }
    answer = study.researcher.send("POST", f"campaigns/{draft.pk}/launch", **form)
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")


class Unread(BytesIO):
    """A body that must not be read."""

    def read(self, size: int | None = -1, /) -> bytes:
        raise AssertionError("The body was read.")


@pytest.mark.parametrize("megabytes", [3, 100, 10_000])
def test_a_body_that_is_too_large_is_refused_unread(study: Study, megabytes: int) -> None:
    answer = study.researcher.send(
        "POST",
        "campaigns",
        data="{}",
        content_type=JSON,
        CONTENT_LENGTH=str(megabytes * 2**20),
        **{"wsgi.input": Unread()},
    )
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_two_megabytes_are_taken_and_one_byte_more_is_not(study: Study) -> None:
    limit = 2 * 2**20
    for size, status in [(limit, 400), (limit + 1, 413)]:
        body = b'{"name": "' + b"x" * (size - 12) + b'"}'
        assert len(body) == size
        assert study.researcher.post("campaigns", body).status_code == status


@pytest.mark.parametrize("path", ["", "nowhere", "campaigns/", "campaigns/x/launch", "schema"])
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_addresses_without_an_operation_answer_problems(method: str, path: str) -> None:
    assert API().send(method, path).status_code == 404
    client = Client(enforce_csrf_checks=True)
    response = client.generic(method, "/api/v2/campaigns")
    assert response.status_code == 404
    assert response.headers["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])
def test_other_methods_are_not_allowed(study: Study, method: str) -> None:
    answer = study.researcher.send(method, f"{study.path}/launch")
    assert (answer.status_code, answer.headers["Allow"]) == (405, "POST")


def test_an_answer_in_another_form_is_not_to_be_had(study: Study) -> None:
    study.researcher.headers["Accept"] = "text/html"
    answer = study.researcher.get(study.path)
    assert (answer.status_code, answer.json()["code"]) == (406, "not_acceptable")


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/api/v1/campaigns?after=%00", 400),
        ("/api/v1/campaigns%00", 400),
        ("/api/v1/campaigns?status=%ff", 400),
        ("/api/v1/campaigns?%ed%a0%80=1", 400),
        ("/api/v1/%ff", 400),
        ("/api/v1/" + "a" * 5000, 414),
        ("/api/v1/campaigns?" + "a" * 5000, 414),
        ("/%00", 400),
        ("/?%ff=1", 400),
        ("/" + "a" * 5000, 414),
    ],
)
@pytest.mark.django_db
def test_addresses_that_cannot_be_read_are_refused(address: str, status: int) -> None:
    response = Client().get(address)
    assert response.status_code == status
    kind = "application/problem+json" if address.startswith("/api/") else "text/html"
    assert response.headers["Content-Type"].startswith(kind)


def test_a_database_that_is_away_is_a_problem_with_a_time_to_wait(
    study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*args: Any, **kwargs: Any) -> None:
        raise OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(campaigns, "campaigns_of", away)
    answer = study.researcher.get("campaigns")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    assert "connection" not in answer.json()["detail"]


def test_what_anybody_may_send_is_small(study: Study) -> None:
    """Anyone who joins gets a worker's token."""
    leased = study.worker.post(f"{study.worker_path}/claim").json()["assignment"]
    path = f"{study.worker_path}/assignments"
    for client, address, kilobytes in (
        (API(), f"{study.worker_path}/join", 17),
        (study.worker, f"{path}/{leased}/submit", 4),
        (study.worker, f"{path}/{leased + 1000}/submit", 4),
    ):
        answer = client.post(address, b"[" * kilobytes * 1024)
        assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
