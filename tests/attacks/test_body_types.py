"""Bodies of a type that an address does not accept: a clean 4xx, nothing stored, nothing lost."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from annotation.models import Assignment, Judgment
from annotation.services.work.claim import claim_hit
from tests.api.studies import Study
from tests.helpers.factories import make_campaign

BOUNDARY = "multipart/form-data; boundary=B"
PART = b'--B\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n--B--\r\n'
TYPES = [
    BOUNDARY,
    "multipart/form-data",
    "multipart/form-data; boundary=\xe9",
    f"{BOUNDARY}; charset=nonsense",
    f"{BOUNDARY}; charset=utf-16",
    "multipart/mixed; boundary=B",
    "application/x-www-form-urlencoded",
    "application/x-www-form-urlencoded; charset=utf-16",
    "text/plain",
    "application/xml",
    "application/octet-stream",
    "nonsense",
]
ODD = [BOUNDARY, TYPES[3], TYPES[7], "text/plain"]
BODIES = [
    b"",
    b"{}",
    b"--B",
    b"--B--",
    PART % (b"payload", b"{}"),
    PART % (b"worker", b"a\x00b"),
    PART % (b"worker", b"\xff\xfe"),
    PART % (b"csrfmiddlewaretoken", b"x"),
    b"%zz&=&worker=%00",
    (
        b"--B\r\nContent-Disposition: form-data; name=f; filename=f\r\n"
        b"Content-Transfer-Encoding: base64\r\n\r\n***\r\n--B--\r\n"
    ),
]


def browser_of(study: Study) -> Client:
    """Return a browser whose requests pass the CSRF check, which reads the body before any view."""
    client = Client(enforce_csrf_checks=True)
    page = client.get(f"/w/{study.campaign.code}/")
    token = client.cookies["csrftoken"].value
    assert page.status_code == 200
    client.defaults["HTTP_X_CSRFTOKEN"] = token
    assert client.post(f"/w/{study.campaign.code}/", {"worker": "somebody"}).status_code == 302
    client.post(f"/w/{study.campaign.code}/next/")
    client.defaults["HTTP_X_CSRFTOKEN"] = client.cookies["csrftoken"].value
    return client


def post(client: Client, path: str, body: bytes, media_type: str) -> Any:
    """Post the raw bytes: the client's own post would encode them in the type's charset."""
    return client.generic("POST", path, body, content_type=media_type)


def answer(boundaries: list[int]) -> dict[str, Any]:
    return {"submission_id": str(uuid4()), "payload": {"boundaries": boundaries}}


@pytest.mark.few(5)
@pytest.mark.parametrize("media_type", TYPES)
def test_a_submit_of_another_type_is_refused_and_can_be_sent_again(
    study: Study, media_type: str
) -> None:
    browser = browser_of(study)
    assignment = Assignment.objects.latest("pk")
    path = f"/w/{study.campaign.code}/hit/{assignment.pk}/submit/"
    for body in [*BODIES, json.dumps(answer([0, 0])).encode()]:
        refused = post(browser, path, body, media_type)
        assert 400 <= refused.status_code < 500, (body, refused.status_code)
    assert not Judgment.objects.exists()
    response = post(browser, path, BODIES[4], BOUNDARY)
    found = (response.status_code, response.json()["error"]["code"])
    assert found == (415, "unsupported_media_type")
    assert "application/json" in response.json()["error"]["message"]
    accepted = post(browser, path, json.dumps(answer([0, 0])).encode(), "application/json")
    assert accepted.status_code == 201


@pytest.mark.long
@pytest.mark.parametrize("media_type", ODD)
def test_no_address_breaks_on_a_body_of_another_type(study: Study, media_type: str) -> None:
    worker, researcher = browser_of(study), Client()
    researcher.force_login(study.owner)
    code, project, dataset = study.campaign.code, study.project.pk, study.campaign.dataset_id
    draft = make_campaign(study.campaign.dataset, launch=False)
    for client, path in [
        (worker, f"/w/{code}/"),
        (worker, f"/w/{code}/next/"),
        (worker, "/account/login/"),
        (researcher, "/account/password/"),
        (researcher, "/research/projects/new/"),
        (researcher, f"/research/projects/{project}/members/"),
        (researcher, f"/research/projects/{project}/tokens/"),
        (researcher, f"/research/projects/{project}/datasets/new/"),
        (researcher, f"/research/datasets/{dataset}/campaigns/new/"),
        (researcher, f"/research/campaigns/{draft.pk}/edit/"),
    ]:
        for body in BODIES[3:]:
            assert post(client, path, body, media_type).status_code < 500, (path, body)


@pytest.mark.long
@pytest.mark.parametrize("media_type", ODD)
def test_no_operation_breaks_on_a_body_of_another_type(study: Study, media_type: str) -> None:
    claim_hit(enrolment_id=study.enrolment.pk)
    assignment = Assignment.objects.latest("pk").pk
    for speaker, path in [
        (study.worker, f"{study.worker_path}/join"),
        (study.worker, f"{study.worker_path}/claim"),
        (study.worker, f"{study.worker_path}/assignments/{assignment}/submit"),
        (study.researcher, "datasets"),
        (study.researcher, "campaigns"),
        (study.researcher, f"{study.path}/extend"),
        (study.researcher, f"{study.path}/duplicate"),
    ]:
        for body in BODIES[3:]:
            client = Client(headers=speaker.headers)
            response = post(client, f"/api/v1/{path}", body, media_type)
            assert response.status_code < 500, (path, body)
    assert not Judgment.objects.exists()
