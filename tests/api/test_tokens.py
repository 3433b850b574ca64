"""API tokens and sessions: researchers by session or token, and workers."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import signing
from django.db.models.functions import Now
from django.test import Client
from django.utils import timezone

from annotation.api import authentication
from annotation.api.authentication import issue_worker_token
from annotation.models import APIToken
from annotation.services.accounts.members import remove_member
from annotation.services.accounts.tokens import issue_token, revoke_token
from tests.api.studies import API, Study
from tests.helpers.factories import make_member, make_project


def _refused(api: API, path: str, method: str = "GET") -> None:
    answer = api.send(method, path)
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")


def test_nobody_needs_a_token(study: Study) -> None:
    _refused(API(), study.path)
    _refused(API(), f"{study.worker_path}/claim", "POST")


@pytest.mark.parametrize("key", ["midpath_", "midpath_x", "é", "worker_x", "worker_1:x:y", "a b"])
def test_garbage_opens_nothing(study: Study, key: str) -> None:
    _refused(API(key), study.path)
    _refused(API(key), f"{study.worker_path}/claim", "POST")


@pytest.mark.parametrize("header", ["Bearer", "Bearer ", "Basic dTpw", "Token x", "midpath_x"])
def test_other_kinds_of_credentials_open_nothing(study: Study, header: str) -> None:
    api = API()
    api.headers = {"Authorization": header}
    _refused(api, study.path)


@pytest.mark.attack(36)
def test_an_expired_token_opens_nothing(study: Study) -> None:
    APIToken.objects.update(expires_at=Now() - timedelta(seconds=1))
    _refused(study.researcher, study.path)


@pytest.mark.attack(36)
def test_a_revoked_token_opens_nothing(study: Study) -> None:
    revoke_token(token=APIToken.objects.get(), user=study.owner)
    _refused(study.researcher, study.path)


@pytest.mark.attack(39)
def test_the_token_of_a_disabled_account_opens_nothing(study: Study) -> None:
    study.owner.is_active = False
    study.owner.save(update_fields=["is_active"])
    _refused(study.researcher, study.path)


def test_the_token_of_a_member_who_was_removed_opens_nothing(study: Study) -> None:
    member = make_member(study.project, study.owner)
    _, key = issue_token(project=study.project, user=member, name="hers")
    assert API(key).get(study.path).status_code == 200
    remove_member(project=study.project, by=study.owner, user_id=member.pk)
    _refused(API(key), study.path)


def test_a_token_reaches_its_project_alone(study: Study) -> None:
    """This holds even if its owner is a member of others."""
    other = make_project(study.owner)
    names = [project["id"] for project in study.researcher.get("projects").json()["results"]]
    assert names == [study.project.pk]
    assert study.researcher.get("datasets", project=other.pk).json()["results"] == []
    body = {"project": other.pk, "name": "texts", "rows": [{"text": "a b"}]}
    assert study.researcher.post("datasets", body).status_code == 404


def test_neither_kind_of_token_stands_in_for_the_other(study: Study) -> None:
    _refused(study.worker, study.path)
    claim = f"{study.worker_path}/claim"
    assert study.researcher.post(claim).status_code == 401


@pytest.mark.attack(36)
@pytest.mark.parametrize("name", ["token", "access_token", "key", "x"])
def test_a_token_in_an_address_opens_nothing(study: Study, name: str) -> None:
    key = study.researcher.headers["Authorization"].removeprefix("Bearer ")
    assert API().get(study.path, **{name: key}).status_code == 401
    assert study.researcher.get(study.path, **{name: key}).status_code == 401


def test_a_workers_token_holds_in_its_campaign_alone(study: Study, other_study: Study) -> None:
    assert study.worker.post(f"{other_study.worker_path}/claim").status_code == 404


@pytest.mark.attack(29)
def test_a_workers_token_expires(study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(authentication, "WORKER_TOKEN_SECONDS", -1)
    _refused(study.worker, f"{study.worker_path}/claim", "POST")


@pytest.mark.attack(28, 29)
def test_a_forged_workers_token_opens_nothing(study: Study) -> None:
    good = issue_worker_token(study.enrolment)
    for forged in (
        good.replace(str(study.enrolment.pk), str(study.enrolment.pk + 1), 1),
        good[:-1] + ("A" if good[-1] != "A" else "B"),
        good.removeprefix("worker_"),
        "worker_" + signing.TimestampSigner(salt="another").sign(str(study.enrolment.pk)),
        "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.",
    ):
        _refused(API(forged), f"{study.worker_path}/claim", "POST")


def _pause(client: Client, path: str, secret: str = "") -> Any:
    return client.post(path, content_type="application/json", headers={"X-CSRFToken": secret})


def test_a_session_reads_and_with_its_csrf_token_writes(study: Study) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(study.owner)
    assert client.get(f"/api/v1/{study.path}").status_code == 200
    pause = f"/api/v1/{study.path}/pause"
    refused = _pause(client, pause)
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
    secret = "a" * 32
    client.cookies["csrftoken"] = secret
    assert _pause(client, pause, "b" * 32).status_code == 403
    allowed = _pause(client, pause, secret)
    assert (allowed.status_code, allowed.json()["status"]) == (200, "paused")


def test_a_token_of_a_year_is_the_longest(study: Study) -> None:
    token, _ = issue_token(project=study.project, user=study.owner, name="long", days=365)
    assert token.expires_at - timezone.now() < timedelta(days=365, seconds=1)
