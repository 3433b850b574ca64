"""Attempts to impersonate someone else through the operator's identity provider."""

import re
import time
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from pytest_django.fixtures import Settings

from annotation.models import AuditEvent, ResearcherIdentity, User
from annotation.research.accounts.sign_on import QUESTIONS
from annotation.services.people import rate_limit
from tests.helpers.factories import make_user
from tests.helpers.issuer import ADA, CLIENT
from tests.helpers.pages import read, text_of
from tests.helpers.stand_in import StandIn
from tests.research.sign_on import (
    BEGIN,
    ada,
    answered,
    is_signed_in,
    issuer,
    running_issuer,
    sign_on,
)

__all__ = ["ada", "issuer", "running_issuer"]


def test_what_is_requested_holds_state_nonce_and_a_challenge(client: Client, db: None) -> None:
    page = client.post(BEGIN).content.decode()
    (place,) = re.findall(r'content="0;url=(.*?)"', page)
    query = {name: one for name, (one,) in parse_qs(urlsplit(unescape(place)).query).items()}
    (stored,) = client.session[QUESTIONS]
    assert (query["state"], query["nonce"]) == (stored["state"], stored["nonce"])
    assert (query["response_type"], query["code_challenge_method"]) == ("code", "S256")
    assert stored["verifier"] not in unescape(page)
    assert all(len(stored[name]) >= 32 for name in ("state", "nonce"))
    assert len(stored["verifier"]) >= 43


@pytest.mark.attack(29)
@pytest.mark.parametrize(
    "lie",
    [
        {"twist": {"nonce": "another"}},
        {"twist": {"nonce": None}},
        {"twist": {"aud": "another"}},
        {"twist": {"aud": [CLIENT, "another"]}},
        {"twist": {"azp": "another"}},
        {"twist": {"iss": "https://another.example"}},
        {"twist": {"exp": 1}},
        {"twist": {"exp": None}},
        {"twist": {"iat": 9_999_999_999}},
        {"twist": {"sub": ""}},
        {"twist": {"sub": "x" * 256}},
        {"twist": {"sub": "subj\u00e9ct"}},
        {"twist": {"exp": float("inf")}},
        {"twist": {"exp": []}},
        {"signed": "other"},
        {"signed": "none"},
        {"signed": "HS256"},
        {"short": True, "userinfo": {"sub": "subject-2"}},
        {"fault": "token"},
    ],
    ids=str,
)
def test_an_answer_that_proves_nothing_opens_nothing(
    client: Client, ada: User, issuer: StandIn, lie: dict[str, Any]
) -> None:
    issuer.set_state(**lie)
    assert "is not valid" in text_of(sign_on(client), 403)
    assert not is_signed_in(client)
    assert not ResearcherIdentity.objects.exists()


@pytest.mark.parametrize(
    "discovery",
    [
        {"issuer": "https://another.example"},
        {"authorization_endpoint": "javascript:alert(1)"},
        {"authorization_endpoint": None},
        {"token_endpoint": "file:///etc/passwd"},
        {"jwks_uri": "http://127.0.0.1:1/"},
    ],
    ids=str,
)
def test_an_issuer_that_says_of_itself_what_it_should_not_is_not_gone_to(
    client: Client, ada: User, issuer: StandIn, discovery: dict[str, Any]
) -> None:
    issuer.set_state(discovery=discovery)
    begun = client.post(BEGIN)
    answer = sign_on(client) if begun.status_code == 200 else begun
    assert answer.status_code == 503
    assert "sign in with your password" in answer.content.decode()
    assert not is_signed_in(client)


@pytest.mark.parametrize("verified", [False, None, "true", 1])
def test_an_address_that_the_issuer_did_not_check_is_nobodys(
    client: Client, ada: User, issuer: StandIn, verified: object
) -> None:
    """There, anyone can enter another person's address."""
    issuer.set_state(person=ADA | {"email_verified": verified})
    assert sign_on(client).status_code == 403
    assert not is_signed_in(client)


@pytest.mark.parametrize(
    "email",
    # The Kelvin sign, whose lowercase is k; a dotless i, whose uppercase is I.
    [
        *("\u212aim@uni.example", "k\u0131m@uni.example", "kim@uni.example\0"),
        *("kim\ud800@uni.example", "k" * 250 + "@uni.example", "kim", "x@y@uni.example"),
        ["kim@uni.example"],
    ],
    ids=ascii,
)
def test_an_address_that_only_looks_like_the_accounts_joins_nobody(
    client: Client, db: None, issuer: StandIn, email: object
) -> None:
    user = make_user("kim")
    EmailAddress.objects.create(user=user, email="kim@uni.example", verified=True, primary=True)
    issuer.set_state(person=ADA | {"email": email})
    assert sign_on(client).status_code == 403
    assert not ResearcherIdentity.objects.exists()


def test_an_address_without_end_is_not_stored(client: Client, db: None) -> None:
    client.post(BEGIN, {"next": "/research/?" + "a" * 2_000})
    assert client.session[QUESTIONS][0]["following"] == ""


def test_the_issuer_is_believed_about_the_domains_that_the_operator_named(
    client: Client, ada: User, settings: Settings
) -> None:
    settings.SSO_DOMAINS = ["another.example"]
    assert sign_on(client).status_code == 403
    settings.SSO_DOMAINS = []
    assert sign_on(client).status_code == 403
    assert not is_signed_in(client)


def test_an_address_that_is_not_confirmed_joins_nobody(client: Client, ada: User) -> None:
    """Otherwise an account registered with another person's address would wait for its owner."""
    EmailAddress.objects.update(verified=False)
    assert sign_on(client).status_code == 403
    assert not ResearcherIdentity.objects.exists()


@pytest.mark.long
def test_whoever_gets_the_address_of_a_colleague_who_left_gets_no_account(
    client: Client, ada: User, issuer: StandIn
) -> None:
    sign_on(client)
    issuer.set_state(person=ADA | {"sub": "subject-2"})
    other = Client()
    assert "linked to another person at University" in text_of(sign_on(other), 409)
    assert not is_signed_in(other)


def test_an_answer_counts_once_and_in_the_requesting_browser(client: Client, ada: User) -> None:
    back = answered(client)
    assert Client().get(back).status_code == 403
    assert client.get(back).status_code == 302
    assert "was not started in this browser" in read(client, back, 403)


def test_a_state_that_was_made_up_or_is_old_counts_for_nothing(client: Client, ada: User) -> None:
    assert client.get(f"{BEGIN}callback/", {"code": "x", "state": "x"}).status_code == 403
    assert client.get(f"{BEGIN}callback/", {"code": "x"}).status_code == 403
    back = answered(client)
    session = client.session
    session[QUESTIONS][0]["asked_at"] = time.time() - 601
    session.save()
    assert client.get(back).status_code == 403
    assert not is_signed_in(client)


def test_what_another_issuer_or_nobody_said_counts_for_nothing(client: Client, ada: User) -> None:
    mixed = re.sub(r"iss=[^&]*", "iss=https%3A%2F%2Fanother.example", answered(client))
    assert client.get(mixed).status_code == 403
    declined = re.sub(r"code=[^&]*", "error=access_denied", answered(client))
    assert "University did not sign you in" in client.get(declined).content.decode()


@pytest.mark.attack(34)
@pytest.mark.parametrize(
    "elsewhere",
    ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)", "\x00"],
)
def test_nobody_is_led_elsewhere(client: Client, ada: User, elsewhere: str) -> None:
    if elsewhere == "\x00":
        assert client.post(BEGIN, {"next": elsewhere}).status_code in {200, 400}
        return
    assert sign_on(client, elsewhere).headers["Location"] == "/research/"


def test_a_disabled_account_is_refused(client: Client, ada: User) -> None:
    sign_on(client)
    User.objects.update(is_active=False)
    assert not is_signed_in(client)
    assert "This account is disabled" in text_of(sign_on(Client()), 403)
    event = AuditEvent.objects.get(verb="account.sign_on_refused")
    assert (event.user, event.object_id) == (None, ada.pk)


def test_a_disabled_account_is_not_joined_either(client: Client, ada: User) -> None:
    User.objects.update(is_active=False)
    assert sign_on(client).status_code == 403
    assert not ResearcherIdentity.objects.exists()


def test_requests_are_limited(client: Client, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "SIGN_ONS_A_MINUTE", 6)
    assert {client.post(BEGIN).status_code for _ in range(8)} == {200, 429}
