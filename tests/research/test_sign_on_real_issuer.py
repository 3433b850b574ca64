"""Signing in at an OpenID provider that others wrote (oidc-provider-mock, on Authlib), by the code
flow with a registered client, and attempts to use what it signs for something else."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html import unescape
from re import search
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import flask
import httpx
import jwt
import oidc_provider_mock
import pytest
import werkzeug.serving
from allauth.account.models import EmailAddress
from cryptography.hazmat.primitives.asymmetric import rsa
from django.test import Client
from pytest_django.fixtures import Settings

from annotation.models import ResearcherIdentity, User
from annotation.services.accounts.issuer import described
from annotation.services.people.rate_limit import tempo
from tests.helpers.factories import make_user
from tests.helpers.pages import read, text_of
from tests.research.sign_on import BEGIN, is_signed_in

pytestmark = [pytest.mark.long, pytest.mark.attack(29), pytest.mark.django_db]
CALLBACK = f"http://testserver{BEGIN}callback/"
ADA = {"email": "ada@uni.example", "email_verified": True, "preferred_username": "ada"}
PATIENT = httpx.Client(timeout=60)
Lie = Callable[[dict[str, Any], bytes], str]


@dataclass
class Issuer:
    """The provider in a thread. `lie` rewrites the ID token that it sends, with its own key."""

    address: str = ""
    lies: list[Lie] = field(default_factory=list)

    def know(self, subject: str, **claims: Any) -> None:
        assert PATIENT.put(f"{self.address}/users/{subject}", json=claims).status_code == 204

    def register(self, settings: Settings) -> None:
        client = {"redirect_uris": [CALLBACK]}
        made = PATIENT.post(f"{self.address}/oauth2/clients", json=client).json()
        settings.SSO_CLIENT, settings.SSO_SECRET = made["client_id"], made["client_secret"]

    def answer(self, response: flask.Response) -> flask.Response:
        if flask.request.path == "/oauth2/token" and response.status_code == 200 and self.lies:
            key = flask.g.oidc_provider_mock_storage.jwk.as_pem(is_private=True)
            tokens: dict[str, Any] = response.get_json()
            claims = jwt.decode(tokens["id_token"], options={"verify_signature": False})
            response.set_data(flask.json.dumps(tokens | {"id_token": self.lies[0](claims, key)}))
        return response


@pytest.fixture(scope="module")
def running() -> Iterator[Issuer]:
    found = Issuer()
    app = oidc_provider_mock.app(require_client_registration=True, require_nonce=True)
    app.after_request(found.answer)
    server = werkzeug.serving.make_server("127.0.0.1", 0, app, threaded=True)
    found.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    yield found
    server.shutdown()
    thread.join()


@pytest.fixture
def issuer(
    running: Issuer, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Issuer]:
    monkeypatch.setattr("annotation.services.accounts.issuer.WAIT_SECONDS", 60)
    monkeypatch.setattr("annotation.services.published_keys.WAIT_SECONDS", 60)
    settings.SSO_ISSUER, settings.SSO_NAME = running.address, "University"
    settings.SSO_DOMAINS, settings.PRIVATE_ADDRESSES = ["uni.example"], True
    running.register(settings)
    running.know("subject-1", **ADA)
    described.forget()
    tempo.forget()
    yield running
    running.lies.clear()
    described.forget()
    tempo.forget()


@pytest.fixture
def ada(issuer: Issuer) -> User:
    user = make_user("ada-b")
    EmailAddress.objects.create(user=user, email=ADA["email"], verified=True, primary=True)
    return user


def identified(client: Client, subject: str = "subject-1") -> str:
    """Begin, identify oneself at the issuer, and return the path to which it leads back."""
    begun = search(r'<a class="button primary" href="(.*?)"', text_of(client.post(BEGIN)))
    assert begun is not None
    answer = PATIENT.post(unescape(begun[1]), data={"sub": subject})
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith(CALLBACK)
    return str(answer.headers["Location"].removeprefix("http://testserver"))


def test_the_code_flow_signs_in_and_joins_the_account(client: Client, ada: User) -> None:
    assert client.get(identified(client)).status_code == 302
    assert is_signed_in(client)
    identity = ResearcherIdentity.objects.get()
    assert (identity.user, identity.subject) == (ada, "subject-1")


OTHER_KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)


def claiming(**changed: Any) -> Lie:
    """Return a lie: other claims, signed with the issuer's own key; None removes one."""

    def lie(claims: dict[str, Any], key: bytes) -> str:
        told = {name: one for name, one in (claims | changed).items() if one is not None}
        return jwt.encode(told, key, algorithm="RS256")

    return lie


LIES: dict[str, Lie] = {
    "another issuer": claiming(iss="https://another.example"),
    "another audience": claiming(aud="another"),
    "another audience, too": claiming(aud=["another", "more"]),
    "another nonce": claiming(nonce="another"),
    "no nonce": claiming(nonce=None),
    "expired": claiming(exp=1),
    "without expiry": claiming(exp=None),
    "unsigned": lambda claims, _: jwt.encode(claims, "", algorithm="none"),
    "signed by another": lambda claims, _: jwt.encode(claims, OTHER_KEY, algorithm="RS256"),
    "signed with the client's secret": lambda claims, _: jwt.encode(
        claims, "s" * 64, algorithm="HS256"
    ),
}


@pytest.mark.parametrize("kind", LIES)
def test_a_token_for_something_else_opens_nothing(
    client: Client, ada: User, issuer: Issuer, kind: str
) -> None:
    issuer.lies.append(LIES[kind])
    assert "is not valid" in read(client, identified(client), 403)
    assert not is_signed_in(client)
    assert not ResearcherIdentity.objects.exists()


def test_an_honest_rewritten_token_is_taken(client: Client, ada: User, issuer: Issuer) -> None:
    """The lies above are refused for what they say, not because they were rewritten."""
    issuer.lies.append(claiming())
    assert client.get(identified(client)).status_code == 302


@pytest.mark.parametrize("verified", [False, None])
def test_an_unverified_address_joins_nobody(
    client: Client, ada: User, issuer: Issuer, verified: bool | None
) -> None:
    issuer.know("subject-2", email=ADA["email"], email_verified=verified)
    assert client.get(identified(client, "subject-2")).status_code == 403
    assert not ResearcherIdentity.objects.exists()


def test_a_state_counts_once_and_in_its_own_browser(client: Client, ada: User) -> None:
    back = identified(client)
    assert Client().get(back).status_code == 403
    assert client.get(back).status_code == 302
    assert client.get(back).status_code == 403
    other = Client()
    assert other.get(back).status_code == 403
    assert not is_signed_in(other)


def test_a_code_of_another_person_does_not_fit_ones_own_state(
    client: Client, ada: User, issuer: Issuer
) -> None:
    """An attacker puts their own code into the victim's answer, or a stolen one into theirs."""
    issuer.know("subject-3", email="eve@uni.example", email_verified=True)
    theirs = parse_qs(urlsplit(identified(Client(), "subject-3")).query)
    own = parse_qs(urlsplit(identified(client)).query)
    mixed = {"code": theirs["code"][0], "state": own["state"][0]}
    assert client.get(f"{BEGIN}callback/?{urlencode(mixed)}").status_code == 403
    assert not is_signed_in(client)


def test_a_secret_that_is_wrong_signs_nobody_in(
    client: Client, ada: User, settings: Settings
) -> None:
    settings.SSO_SECRET = "guessed"
    assert client.get(identified(client)).status_code == 403
    assert not is_signed_in(client)
