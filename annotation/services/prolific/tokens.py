"""A project's token for Prolific: sealed when it comes, opened only where Prolific is asked.

The seal is Fernet (AES-128 in CBC mode with HMAC-SHA-256), its key derived from the server's secret
key. With another secret key nothing opens any more, and the token is set again."""

import base64

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.db import transaction
from django.db.models.functions import Now
from django.utils.crypto import salted_hmac

from annotation.capabilities import Capability
from annotation.models import Project, ProlificToken, User
from annotation.services.accounts.rights import insist_on
from annotation.services.audit import record_event
from annotation.services.errors import Invalid

SALT = "midpath.prolific.token"
SHORTEST, LONGEST = 20, 400


class CannotOpen(Exception):
    """A token that was sealed with another secret key."""


def set_token(*, project: Project, user: User, token: str) -> None:
    """Keep a token in the place of the one before. Nothing shows it again but its last four
    characters."""
    _insist_on_owner(project, user)
    token = token.strip()
    if not (SHORTEST <= len(token) <= LONGEST and token.isascii() and token.isprintable()):
        raise Invalid("This is no token of Prolific. Copy it whole, from there.", field="token")
    if " " in token:
        raise Invalid("A token holds no space. Copy it alone, without “Token”.", field="token")
    with transaction.atomic():
        ProlificToken.objects.update_or_create(
            project=project,
            defaults={
                "sealed": _seals().encrypt(token.encode()).decode(),
                "last_four": token[-4:],
                "user": user,
                "set_at": Now(),
            },
        )
        record_event("prolific.token_set", project=project, user=user, last_four=token[-4:])


def remove_token(*, project: Project, user: User) -> None:
    """Forget the project's token; without one Prolific is not asked."""
    _insist_on_owner(project, user)
    with transaction.atomic():
        removed, _ = ProlificToken.objects.filter(project=project).delete()
        if removed:
            record_event("prolific.token_removed", project=project, user=user)


def opened(token: ProlificToken) -> str:
    try:
        return _seals().decrypt(token.sealed.encode()).decode()
    except InvalidToken as error:
        raise CannotOpen from error


def _seals() -> MultiFernet:
    """Return the seals of the secret key, and of those before it: the first one seals."""
    return MultiFernet(
        [_seal(secret) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]
    )


def _seal(secret: str | bytes) -> Fernet:
    digest = salted_hmac(SALT, "key", secret=secret, algorithm="sha256").digest()
    return Fernet(base64.urlsafe_b64encode(digest))


def _insist_on_owner(project: Project, user: User) -> None:
    insist_on(project, user, Capability.PAY, "give or take away Prolific’s token")
