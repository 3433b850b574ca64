"""A project's token for Prolific: encrypted at rest, decrypted only for requests to Prolific."""

from django.db import transaction
from django.db.models.functions import Now

from addons.prolific.models import ProlificToken
from annotation.capabilities import Capability
from annotation.models import Project, User
from annotation.services.accounts.rights import require
from annotation.services.audit import record_event
from annotation.services.encryption import sealed, unsealed
from annotation.services.errors import Invalid

SALT = "midpath.prolific.token"
MIN_LENGTH, MAX_LENGTH = 20, 400


def set_token(*, project: Project, user: User, token: str) -> None:
    """Store a token, replacing the previous one. Only its last four characters are displayed
    again."""
    _require_owner(project, user)
    token = token.strip()
    if not (MIN_LENGTH <= len(token) <= MAX_LENGTH and token.isascii() and token.isprintable()):
        raise Invalid(
            "This is not a Prolific token. Copy the whole token from Prolific.", field="token"
        )
    if " " in token:
        raise Invalid("A token has no spaces. Copy only the token, without “Token”.", field="token")
    with transaction.atomic():
        ProlificToken.objects.update_or_create(
            project=project,
            defaults={
                "sealed": sealed(token, SALT),
                "last_four": token[-4:],
                "user": user,
                "set_at": Now(),
            },
        )
        record_event("prolific.token_set", project=project, user=user, last_four=token[-4:])


def remove_token(*, project: Project, user: User) -> None:
    """Delete the project's token; without one Prolific is not contacted."""
    _require_owner(project, user)
    with transaction.atomic():
        removed, _ = ProlificToken.objects.filter(project=project).delete()
        if removed:
            record_event("prolific.token_removed", project=project, user=user)


def opened(token: ProlificToken) -> str:
    return unsealed(token.sealed, SALT)


def _require_owner(project: Project, user: User) -> None:
    require(project, user, Capability.PAY, "add or remove the Prolific token")
