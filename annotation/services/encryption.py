"""Seal what must be kept and not be read from the database alone.

The seal is Fernet (AES-128 in CBC mode with HMAC-SHA-256), its key derived from the server's secret
key and from what it is for. With another secret key nothing opens any more, and the thing is given
again."""

import base64

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.utils.crypto import salted_hmac


class CannotOpen(Exception):
    """Something that was sealed with another secret key."""


def sealed(secret: str, purpose: str) -> str:
    return _seals(purpose).encrypt(secret.encode()).decode()


def unsealed(kept: str, purpose: str) -> str:
    """Return what was sealed for this purpose, or raise CannotOpen."""
    try:
        return _seals(purpose).decrypt(kept.encode()).decode()
    except InvalidToken as error:
        raise CannotOpen from error


def _seals(purpose: str) -> MultiFernet:
    """Return the seals of the secret key, and of those before it: the first one seals."""
    return MultiFernet(
        [_seal(secret, purpose) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]
    )


def _seal(secret: str | bytes, purpose: str) -> Fernet:
    digest = salted_hmac(purpose, "key", secret=secret, algorithm="sha256").digest()
    return Fernet(base64.urlsafe_b64encode(digest))
