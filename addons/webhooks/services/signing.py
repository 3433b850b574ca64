"""Secrets and signatures of the Standard Webhooks scheme (standardwebhooks.com, version 1): HMAC
with SHA-256 over id, time and body, with a key of 24 bytes."""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Iterable
from datetime import datetime

PREFIX = "whsec_"
BYTES = 24


def new_secret() -> str:
    return PREFIX + base64.b64encode(secrets.token_bytes(BYTES)).decode()


def headers_of(message: str, at: datetime, body: str, keys: Iterable[str]) -> dict[str, str]:
    """Return the headers of a message, with a signature for each secret, so that the receiver may
    know any of them."""
    seconds = str(int(at.timestamp()))
    signed = f"{message}.{seconds}.{body}".encode()
    return {
        "webhook-id": message,
        "webhook-timestamp": seconds,
        "webhook-signature": " ".join(_signature(secret, signed) for secret in keys),
    }


def _signature(secret: str, signed: bytes) -> str:
    key = base64.b64decode(secret.removeprefix(PREFIX))
    return "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
