"""Attack 29 of the promises: bad, expired and unsigned tokens. The campaign accepts only links
signed by Prolific, whose keys are published by a process of the test."""

import json
import socket
import time
from collections.abc import Iterator
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from django.test import Client
from pytest_django.fixtures import Settings

from annotation.models import Campaign, PlatformSession, Worker
from annotation.services.people.platform_tokens import ISSUER, keys
from annotation.web.http_client import Unreachable, fetch
from tests.api.studies import Study
from tests.helpers.platform_keys import published

IDS = {"PROLIFIC_PID": "5f1d7a2b", "STUDY_ID": "66aa", "SESSION_ID": "77bb"}
KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
OTHER = rsa.generate_private_key(public_exponent=65537, key_size=2048)
HOST = "testserver"


def key_set(key: rsa.RSAPrivateKey = KEY, name: str = "one") -> str:
    key_fields = jwt.algorithms.RSAAlgorithm.to_jwk(key.public_key(), as_dict=True)
    return json.dumps({"keys": [key_fields | {"kid": name, "alg": "RS256", "use": "sig"}]})


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    with published(key_set()) as address:
        yield address


@pytest.fixture(autouse=True)
def _keys_of_site(site: str, settings: Settings) -> Iterator[None]:
    settings.PLATFORM_KEYS_URL, settings.PRIVATE_ADDRESSES = f"{site}/keys", True
    keys.forget()
    yield
    keys.forget()


@pytest.fixture(autouse=True)
def _trusts_these_links_alone(study: Study) -> None:
    Campaign.objects.filter(pk=study.campaign.pk).update(link_trust="platform")


def join_page(study: Study) -> str:
    return f"/w/{study.campaign.code}/"


def claims(study: Study, **others: Any) -> dict[str, Any]:
    payload = {
        "iss": ISSUER,
        "aud": f"http://{HOST}{join_page(study)}?PROLIFIC_PID=x",
        "exp": int(time.time()) + 600,
        "sub": IDS["SESSION_ID"],
        "prolific": IDS | {"workspace_id": "w"},
    } | others
    return {name: value for name, value in payload.items() if value is not None}


def token(
    payload: dict[str, Any], key: Any = KEY, algorithm: str = "RS256", kid: str = "one"
) -> str:
    return jwt.encode(payload, key, algorithm=algorithm, headers={"kid": kid})


def come(study: Study, signed: str, ids: dict[str, str] = IDS) -> tuple[int, str]:
    client = Client()
    moved = client.get(join_page(study), ids | {"prolific_token": signed})
    assert (moved.status_code, moved.headers["Location"]) == (303, join_page(study))
    shown = client.get(join_page(study))
    form = {"worker": IDS["PROLIFIC_PID"], "source": "prolific"}
    return client.post(join_page(study), form).status_code, shown.content.decode()


@pytest.mark.long
def test_a_signed_link_of_prolific_joins_and_comes_back_without_a_code(study: Study) -> None:
    for _ in range(2):
        assert come(study, token(claims(study)))[0] == 302
    worker = Worker.objects.get(external_id=IDS["PROLIFIC_PID"])
    assert worker.source == Worker.Source.PROLIFIC
    session = PlatformSession.objects.get(enrolment__worker=worker)
    assert (session.study, session.session) == (IDS["STUDY_ID"], IDS["SESSION_ID"])


@pytest.mark.long
@pytest.mark.parametrize("audience", [HOST, f"http://{HOST}", [f"http://{HOST}/"]])
def test_the_audience_may_be_the_site_and_ids_only_in_tokens(study: Study, audience: Any) -> None:
    assert come(study, token(claims(study, aud=audience)), {})[0] == 302


@pytest.mark.attack(29)
@pytest.mark.few(6)
@pytest.mark.parametrize(
    "others",
    [
        {"aud": "https://else.example/"},
        {"aud": f"http://{HOST}/w/another/"},
        {"aud": f"http://{HOST}:99/"},
        {"aud": 7},
        {"aud": None},
        {"iss": "https://else.example"},
        {"iss": None},
        {"exp": None},
        {"prolific": None},
        {"prolific": "5f1d7a2b"},
        {"prolific": {"PROLIFIC_PID": "5f1d7a2b"}},
        {"prolific": IDS | {"PROLIFIC_PID": ["5f1d7a2b"]}},
        {"prolific": IDS | {"PROLIFIC_PID": "somebody"}},
        {"prolific": IDS | {"STUDY_ID": "else"}},
    ],
)
def test_what_is_not_for_this_work_is_refused(study: Study, others: dict[str, Any]) -> None:
    status, shown = come(study, token(claims(study, **others)))
    assert (status, "This link is not valid" in shown) == (403, True)
    assert not Worker.objects.filter(source="prolific").exists()


@pytest.mark.attack(29)
@pytest.mark.long
def test_an_expired_token_is_reported_as_such(study: Study) -> None:
    status, shown = come(study, token(claims(study, exp=int(time.time()) - 60)))
    assert (status, "This link has expired" in shown) == (403, True)


@pytest.mark.attack(29)
@pytest.mark.long
def test_unsigned_and_wrongly_signed_tokens_are_refused(study: Study) -> None:
    payload = claims(study)
    good = token(payload)
    head, body, seal = good.split(".")
    forged = [
        jwt.encode(payload, "", algorithm="none", headers={"kid": "one"}),
        f"{head}.{body}.",
        f"{head}.{body}.{'A' * len(seal)}",
        token(payload, OTHER),
        token(payload, kid="unknown"),
        token(payload, "x" * 64, "HS256"),
        jwt.encode(payload, KEY, algorithm="RS256"),
        token(payload, KEY, "RS512"),
        "x",
        "a.b.c",
        "",
    ]
    for one in forged:
        assert come(study, one)[0] == 403
    assert come(study, good)[0] == 302


@pytest.mark.long
def test_a_campaign_may_be_limited_to_one_study(study: Study) -> None:
    Campaign.objects.filter(pk=study.campaign.pk).update(platform_study="another")
    assert come(study, token(claims(study)))[0] == 403
    Campaign.objects.filter(pk=study.campaign.pk).update(platform_study=IDS["STUDY_ID"])
    assert come(study, token(claims(study)))[0] == 302


@pytest.mark.long
def test_plain_parameters_and_names_open_nothing(study: Study) -> None:
    client = Client()
    client.get(join_page(study), IDS)
    assert client.get(join_page(study)).status_code == 403
    for form in ({"worker": IDS["PROLIFIC_PID"], "source": "prolific"}, {"name": "Ada"}):
        assert client.post(join_page(study), form).status_code == 403


@pytest.mark.long
def test_pasted_keys_need_no_address(study: Study, settings: Settings) -> None:
    settings.PLATFORM_KEYS_URL, settings.PLATFORM_KEYS = "https://127.0.0.1:1/", key_set(OTHER)
    assert come(study, token(claims(study)))[0] == 403
    assert come(study, token(claims(study), OTHER))[0] == 302


@pytest.mark.long
def test_the_keys_of_before_go_on_while_their_address_fails(
    study: Study, settings: Settings, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert come(study, token(claims(study)))[0] == 302
    settings.PLATFORM_KEYS_URL = f"{site}/gone"
    keys.fetched_at = keys.asked_at = -1e9
    assert come(study, token(claims(study)))[0] == 302


@pytest.mark.long
@pytest.mark.parametrize("path", ["/gone", "/large", "/elsewhere"])
def test_nobody_joins_without_keys(study: Study, settings: Settings, site: str, path: str) -> None:
    settings.PLATFORM_KEYS_URL = f"{site}{path}"
    status, shown = come(study, token(claims(study)))
    assert (status, "cannot be checked at the moment" in shown) == (403, True)


@pytest.mark.long
def test_unknown_keys_do_not_ask_repeatedly(study: Study, settings: Settings, site: str) -> None:
    come(study, token(claims(study)))
    before = keys.asked_at
    for name in ("two", "three"):
        assert come(study, token(claims(study), kid=name))[0] == 409
    assert keys.asked_at == before


@pytest.mark.attack(15)
@pytest.mark.long
def test_an_answer_that_never_ends_is_given_up(site: str) -> None:
    began = time.monotonic()
    with pytest.raises(Unreachable):
        fetch(f"{site}/slow", seconds=1, most_bytes=1_000)
    assert time.monotonic() - began < 20


@pytest.mark.attack(13)
@pytest.mark.parametrize(
    "number",
    [
        *("127.0.0.1", "10.1.2.3", "192.168.1.1", "169.254.169.254", "0.0.0.1", "100.64.0.1"),
        *("::1", "fe80::1", "fd00::1", "::ffff:127.0.0.1", "2002:7f00:1::", "224.0.0.1"),
    ],
)
def test_no_private_network_is_contacted(
    number: str, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PRIVATE_ADDRESSES = False
    family = socket.AF_INET6 if ":" in number else socket.AF_INET
    public = (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("93.184.216.34", 443))
    found = [public, (family, socket.SOCK_STREAM, 6, "", (number, 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **kwargs: found)
    with pytest.raises(Unreachable, match="private network"):
        fetch("https://keys.example/", seconds=1, most_bytes=10)


@pytest.mark.attack(13)
@pytest.mark.parametrize(
    "address", ["http://example.com/", "file:///etc/passwd", "ftp://x/", "//x", "https://", "::"]
)
def test_only_encrypted_addresses_are_contacted(address: str, settings: Settings) -> None:
    settings.PRIVATE_ADDRESSES = False
    with pytest.raises(Unreachable):
        fetch(address, seconds=1, most_bytes=10)
