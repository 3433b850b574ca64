"""Seal values that must not be readable from the database alone.

The seal is Fernet (AES-128 in CBC mode with HMAC-SHA-256), with a key derived from the server's
secret key and from the purpose. If the secret key changes, sealed values cannot be opened and have
to be entered again."""

import base64

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.utils.crypto import salted_hmac


class CannotOpen(Exception):
    """A value sealed with another secret key."""


def sealed(secret: str, purpose: str) -> str:
    return _seals(purpose).encrypt(secret.encode()).decode()


def unsealed(token: str, purpose: str) -> str:
    """Return a value sealed for this purpose, or raise CannotOpen."""
    try:
        return _seals(purpose).decrypt(token.encode()).decode()
    except InvalidToken as error:
        raise CannotOpen from error


def _seals(purpose: str) -> MultiFernet:
    """Return the ciphers of the secret key and of the previous ones; the first one seals."""
    return MultiFernet(
        [_seal(secret, purpose) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]
    )


def _seal(secret: str | bytes, purpose: str) -> Fernet:
    digest = salted_hmac(purpose, "key", secret=secret, algorithm="sha256").digest()
    return Fernet(base64.urlsafe_b64encode(digest))
