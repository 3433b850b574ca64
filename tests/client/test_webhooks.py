"""Webhook messages: read only if signed, checked with another implementation's signatures."""

import json
from datetime import UTC, datetime

import pytest
from standardwebhooks import Webhook as Signer

from midpath import webhooks
from midpath.errors import NotSigned

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
OTHER = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
NOW = 1_700_000_000
BODY = json.dumps({"type": "ping", "timestamp": "2023-11-14T22:13:20Z", "data": {"project": 1}})


def signed(*secrets: str, body: str = BODY, at: int = NOW) -> dict[str, str]:
    moment = datetime.fromtimestamp(at, UTC)
    signatures = [Signer(secret).sign("msg_1", moment, body) for secret in secrets]
    return {
        "Webhook-Id": "msg_1",
        "webhook-timestamp": str(at),
        "Webhook-Signature": " ".join(signatures),
    }


@pytest.mark.parametrize("body", [BODY, BODY.encode()])
def test_a_signed_message_is_read(body: str | bytes) -> None:
    told = webhooks.check(SECRET, signed(SECRET), body, now=NOW)
    assert (told["type"], told["data"]) == ("ping", {"project": 1})


def test_one_of_two_signatures_is_enough() -> None:
    headers = signed(OTHER, SECRET)
    assert webhooks.check(SECRET, headers, BODY, now=NOW)["type"] == "ping"
    assert webhooks.check(OTHER, headers, BODY, now=NOW)["type"] == "ping"


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        (signed(OTHER), BODY),
        (signed(SECRET), BODY + " "),
        (signed(SECRET) | {"Webhook-Id": "msg_2"}, BODY),
        (signed(SECRET) | {"webhook-timestamp": str(NOW + 1)}, BODY),
        (signed(SECRET) | {"Webhook-Signature": "v1,é v2,abc"}, BODY),
        (signed(SECRET) | {"Webhook-Signature": ""}, BODY),
    ],
)
def test_what_was_signed_otherwise_is_refused(headers: dict[str, str], body: str) -> None:
    with pytest.raises(NotSigned, match="not signed with this secret"):
        webhooks.check(SECRET, headers, body, now=NOW)


@pytest.mark.parametrize("at", [NOW - 301, NOW + 301])
def test_what_was_signed_at_another_time_is_refused(at: int) -> None:
    with pytest.raises(NotSigned, match="five minutes"):
        webhooks.check(SECRET, signed(SECRET, at=at), BODY, now=NOW)


def test_five_minutes_are_allowed() -> None:
    for at in (NOW - 300, NOW + 300):
        assert webhooks.check(SECRET, signed(SECRET, at=at), BODY, now=NOW)


@pytest.mark.parametrize("name", ["Webhook-Id", "webhook-timestamp", "Webhook-Signature"])
def test_a_message_without_a_header_is_refused(name: str) -> None:
    headers = {key: value for key, value in signed(SECRET).items() if key != name}
    with pytest.raises(NotSigned, match=name.lower()):
        webhooks.check(SECRET, headers, BODY, now=NOW)
