"""Attacks 31 to 39 of the promises: public entry points, and guessing of keys.

35 (unsafe settings) is in test_settings.py, 36 (tokens) in tests/api/test_tokens.py; the arithmetic
of the throttle (38) is in tests/research/test_accounts.py.
"""

import re
from typing import Any

import pytest
from django.contrib.auth.hashers import get_hasher
from django.test import Client

from annotation.models import Assignment
from annotation.services.campaigns.campaigns import create_campaign
from tests.api.studies import Study
from tests.helpers.factories import make_user
from tests.helpers.pages import signed_in
from tests.helpers.tiers import long_only

EVIL = ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)"]


@pytest.mark.attack(31)
def test_nothing_that_a_preview_sends_is_taken(study: Study, owner: Client) -> None:
    preview = f"/research/campaigns/{study.campaign.pk}/preview/"
    assert owner.get(preview).status_code == 200
    body = {"submission_id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301", "payload": {}}
    assert owner.post(preview, body).status_code == 403
    assert not Assignment.objects.exists()


@pytest.mark.attack(32)
def test_a_post_without_its_csrf_token_is_refused_by_a_plain_page(study: Study) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(study.owner)
    for path in (
        f"/research/campaigns/{study.campaign.pk}/close/",
        f"/w/{study.campaign.code}/",
        "/account/logout/",
        "/account/login/",
    ):
        response = client.post(path)
        assert response.status_code == 403
        assert b"style" not in response.content.replace(b"stylesheet", b"")
        assert b"reload the page" in response.content
    study.campaign.refresh_from_db()
    assert study.campaign.status == "live"


@pytest.mark.attack(32)
def test_no_read_changes_anything(study: Study, owner: Client, desk: Client) -> None:
    draft = create_campaign(
        dataset=study.campaign.dataset, scheme="flat", user=study.owner, name="Draft"
    )
    paths = [f"/research/campaigns/{draft.pk}/{move}/" for move in ("launch", "close")]
    paths += [f"/research/campaigns/{study.campaign.pk}/{move}/" for move in ("pause", "close")]
    paths += [f"/w/{study.campaign.code}/{page}/" for page in ("next", "leave", "done", "hit")]
    before = _state(study)
    for path in paths:
        owner.get(path)
        desk.get(path)
    assert _state(study) == before


def _state(study: Study) -> list[object]:
    campaigns = study.campaign.dataset.campaigns.order_by("pk")
    assignments = Assignment.objects.order_by("pk").values_list("pk", "status", "expires_at")
    return [*campaigns.values_list("pk", "status"), *assignments]


@pytest.mark.attack(34)
@pytest.mark.parametrize("address", EVIL)
def test_a_foreign_return_address_is_not_followed(study: Study, address: str) -> None:
    form = {"username": study.owner.username, "password": "pass-word-1", "next": address}
    response = Client().post("/account/login/", form)
    assert (response.status_code, response.headers["Location"]) == (302, "/research/")
    response = Client().post(f"/account/login/?next={address}", form | {"next": ""})
    assert "evil" not in response.headers["Location"]


@pytest.mark.attack(12, 33)
def test_every_page_forbids_framing_and_foreign_scripts(study: Study, owner: Client) -> None:
    campaign = study.campaign
    paths = [
        "/",
        "/health/",
        "/nowhere",
        "/%00",
        "/account/login/",
        "/research/",
        f"/research/campaigns/{campaign.pk}/",
        f"/research/campaigns/{campaign.pk}/preview/",
        f"/research/campaigns/{campaign.pk}/gold.json",
        f"/w/{campaign.code}/",
        *long_only("/api/v1/schema/"),
        "/api/v1/campaigns",
        "/api/nowhere",
    ]
    responses = [client.get(path) for path in paths for client in (Client(), owner)]
    responses.append(Client(enforce_csrf_checks=True).post("/account/login/"))
    responses.append(Client().post("/research/"))
    for response in responses:
        policy = response.headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in policy
        assert "script-src 'self';" in policy
        assert "unsafe" not in policy
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert response.headers["Referrer-Policy"] == "same-origin"
        assert response.headers["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "a b", "\x00", ""])
@pytest.mark.django_db
def test_a_foreign_host_is_refused_and_never_repeated(host: str) -> None:
    for path in ("/", "/account/login/", "/api/v1/campaigns", "/nowhere"):
        response = Client().get(path, headers={"Host": host}, SERVER_NAME=host or "evil.example")
        assert response.status_code == 400
        assert b"evil" not in response.content


@pytest.mark.attack(37)
def test_known_and_unknown_names_look_alike(study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page is the same, and a password is hashed in both cases, so timing reveals nothing
    either."""
    disabled = make_user()
    disabled.is_active = False
    disabled.save()
    hashed: list[str] = []

    def counted(self: Any, password: str, *args: Any, **kwargs: Any) -> str:
        hashed.append(password)
        return encode(self, password, *args, **kwargs)

    hasher = type(get_hasher())
    encode = hasher.encode
    monkeypatch.setattr(hasher, "encode", counted)
    answers = []
    for username in (study.owner.username, "nobody at all", disabled.username):
        hashed.clear()
        response = Client().post("/account/login/", {"username": username, "password": "wrong"})
        text = response.content.decode().replace(username, "")
        answers.append((response.status_code, _without_token(text), len(hashed)))
    assert answers[0] == answers[1] == answers[2]
    assert answers[0][2] >= 1


def _without_token(page: str) -> str:
    return re.sub(r'name="csrfmiddlewaretoken" value="[^"]+"', "", page)


@pytest.mark.attack(39)
def test_a_disabled_account_is_out_at_once(study: Study) -> None:
    client = signed_in(study.owner)
    study.owner.is_active = False
    study.owner.save()
    page = client.get(f"/research/campaigns/{study.campaign.pk}/")
    assert (page.status_code, page.headers["Location"][:15]) == (302, "/account/login/")
    assert client.get(f"/api/v1/{study.path}").status_code == 401
    assert study.researcher.get(study.path).status_code == 401


@pytest.mark.attack(38)
def test_a_rotating_forwarded_address_does_not_reset_the_throttle(study: Study) -> None:
    statuses = [
        Client()
        .post(
            "/account/login/",
            {"username": study.owner.username, "password": "wrong"},
            headers={"X-Forwarded-For": f"10.0.0.{number}"},
        )
        .status_code
        for number in range(12)
    ]
    assert statuses[-1] == 429
    assert statuses.count(400) == 10
