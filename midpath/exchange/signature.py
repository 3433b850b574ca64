"""Signatures of snapshots: Ed25519 (RFC 8032) over the bytes of the manifest, in a separate file.
The manifest lists every other file with its SHA-256, so one signature covers all of them."""

import base64
import binascii
import hashlib
from typing import NamedTuple

import orjson
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from midpath.exchange.release import CANONICAL

FORMAT = "midpath signature 1"
ALGORITHM = "Ed25519"
KEY_BYTES = 32
FIELDS = ("key", "signature")


class BadSignature(ValueError):
    """An invalid signature, or a file that is not a signature; the message says which."""


class Signed(NamedTuple):
    """The public key of a valid signature, and the address at which its owner publishes it."""

    key: str
    keys_at: str


def new_key() -> tuple[str, str]:
    """Return a new private key and its public key, in base64."""
    private = Ed25519PrivateKey.generate()
    return _text(private.private_bytes_raw()), _text(private.public_key().public_bytes_raw())


def write_signature(manifest: bytes, name: str, private: str, keys_at: str) -> bytes:
    """Return the signature file for a manifest of that name."""
    key = Ed25519PrivateKey.from_private_bytes(base64.b64decode(private))
    content = {
        "format": FORMAT,
        "algorithm": ALGORITHM,
        "file": name,
        "sha256": hashlib.sha256(manifest).hexdigest(),
        "key": _text(key.public_key().public_bytes_raw()),
        "keys_at": keys_at,
        "signature": _text(key.sign(manifest)),
    }
    return orjson.dumps(content, option=CANONICAL)


def check_signature(body: bytes, manifest: bytes) -> Signed:
    """Return the signer of the manifest, or raise BadSignature."""
    try:
        fields = orjson.loads(body)
        key, signature = (base64.b64decode(fields[name], validate=True) for name in FIELDS)
        public = Ed25519PublicKey.from_public_bytes(key)
    except (orjson.JSONDecodeError, binascii.Error, KeyError, TypeError, ValueError) as error:
        raise BadSignature("It is not a readable signature.") from error
    if fields.get("format") != FORMAT:
        raise BadSignature(f"Its format is not “{FORMAT}”.")
    try:
        public.verify(signature, manifest)
    except InvalidSignature as error:
        raise BadSignature("It does not match this manifest and key.") from error
    return Signed(fields["key"], str(fields.get("keys_at", "")))


def is_public_key(text: str) -> bool:
    """Return whether a text is a public key in base64.

    >>> is_public_key("A" * 43 + "="), is_public_key("key")
    (True, False)
    """
    try:
        return len(base64.b64decode(text, validate=True)) == KEY_BYTES
    except (binascii.Error, ValueError):
        return False


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()
