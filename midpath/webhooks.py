"""Receive webhooks: check a message's signature, then read it."""

import base64
import hmac
import json
import time
from collections.abc import Mapping
from typing import Any, TypedDict, cast

from midpath.errors import NotSigned

OLDEST_SECONDS = 300
SECRET = "whsec_"  # noqa: S105 - how secrets begin


class Told(TypedDict):
    """A message: the event, its time, and its numbers and figures."""

    type: str
    timestamp: str
    data: dict[str, Any]


def check(
    secret: str, headers: Mapping[str, str], body: bytes | str, *, now: float | None = None
) -> Told:
    """Return the message if it was signed with this secret within five minutes; else raise
    NotSigned.

    `body` is the request's exact bytes. A message may arrive twice, with the same `webhook-id`. The
    signature is that of Standard Webhooks: HMAC-SHA256 of `id.time.body`."""
    given = {name.lower(): value for name, value in headers.items()}
    missing = [name for name in ("id", "timestamp", "signature") if f"webhook-{name}" not in given]
    if missing:
        raise NotSigned(f"The message has no header webhook-{missing[0]}.")
    name, at = given["webhook-id"], given["webhook-timestamp"]
    content = body.encode() if isinstance(body, str) else body
    expected = signature_of(secret, name, at, content)
    signed = [one.removeprefix("v1,") for one in given["webhook-signature"].split()]
    if not any(hmac.compare_digest(one.encode(), expected.encode()) for one in signed):
        raise NotSigned("The message was not signed with this secret.")
    if abs((time.time() if now is None else now) - float(at)) > OLDEST_SECONDS:
        raise NotSigned("The message was signed more than five minutes ago, or is yet to be.")
    return cast(Told, json.loads(content))


def signature_of(secret: str, name: str, at: str, body: bytes) -> str:
    """Return the signature of a message in base64.

    >>> signature_of("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek",
    ...     "1614265330", b'{"test": 2432232314}')
    'g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
    """
    key = base64.b64decode(secret.removeprefix(SECRET))
    digest = hmac.digest(key, f"{name}.{at}.".encode() + body, "sha256")
    return base64.b64encode(digest).decode()
