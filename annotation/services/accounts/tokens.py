"""Issue and revoke API keys: shown once, stored as a digest, limited to one project or to an
account's projects, and expiring."""

import hashlib
import secrets
from collections.abc import Collection
from datetime import timedelta

from django.db import transaction
from django.db.models import BooleanField, ExpressionWrapper, F, Q, QuerySet
from django.db.models.functions import Now

from annotation.capabilities import Capability
from annotation.models import APIToken, Project, User
from annotation.scopes import USUAL_SCOPES, Scope
from annotation.services.accounts.rights import require
from annotation.services.audit import record_event
from annotation.services.errors import Invalid

PREFIX = "midpath_"
MAX_DAYS = 365


def issue_token(
    *,
    project: Project | None,
    user: User,
    name: str,
    days: int = 90,
    scopes: Collection[str] = USUAL_SCOPES,
) -> tuple[APIToken, str]:
    """Create a token and return it with its key. The key is not stored and cannot be shown again.

    A token without a project belongs to the account: it is valid in all projects of which the user
    is a member at the time, with their role in each. Only an owner's token may read workers'
    platform ids."""
    wanted = [scope for scope in Scope if scope in scopes]
    if not wanted or len(wanted) < len(set(scopes)):
        raise Invalid(f"A token has one or more of: {', '.join(Scope)}.", field="scopes")
    if Scope.IDS in wanted and project is not None:
        require(project, user, Capability.SEE_PLATFORM_IDS, "read workers’ platform ids")
    if not 1 <= days <= MAX_DAYS:
        raise Invalid(f"A token can be valid for 1 to {MAX_DAYS} days.", field="days")
    if not name.strip():
        raise Invalid("Give the token a name, so that you know later what uses it.", field="name")
    key = PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        token = APIToken.objects.create(
            project=project,
            of_account=project is None,
            user=user,
            name=name.strip(),
            digest=digest_of(key),
            scopes=wanted,
            expires_at=Now() + timedelta(days=days),
        )
        record_event(
            "token.issued",
            project=project,
            user=user,
            object_id=token.pk,
            name=token.name,
            scopes=wanted,
        )
    token.refresh_from_db()
    return token, key


def tokens_for(*, project: Project, user: User, manages: bool) -> QuerySet[APIToken]:
    """Return a member's own tokens, or all tokens for members who manage members."""
    tokens = _with_details(project.tokens.all())
    return tokens if manages else tokens.filter(user=user)


def tokens_of_account(user: User) -> QuerySet[APIToken]:
    return _with_details(user.tokens.filter(of_account=True))


def holds_in(token: APIToken, project_id: int) -> bool:
    """Return whether a token is valid in a project. An account token is valid where its user is a
    member."""
    if token.of_account:
        return token.user.memberships.filter(project=project_id).exists()
    return token.project_id == project_id


def revoke_token(*, token: APIToken, user: User | None) -> None:
    with transaction.atomic():
        revoked = APIToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=Now())
        if revoked:
            record_event(
                "token.revoked",
                project=token.project,
                user=user,
                object_id=token.pk,
                name=token.name,
            )


def find_token(key: str) -> APIToken | None:
    """Return the token of a key; None if it is expired or revoked, or its user is disabled or, for
    a project's token, no longer a member."""
    return (
        APIToken.objects.select_related("user", "project")
        .filter(
            Q(of_account=True) | Q(project__memberships__user=F("user")),
            digest=digest_of(key),
            revoked_at=None,
            expires_at__gt=Now(),
            user__is_active=True,
        )
        .first()
    )


def _with_details(tokens: QuerySet[APIToken]) -> QuerySet[APIToken]:
    expired = ExpressionWrapper(Q(expires_at__lte=Now()), output_field=BooleanField())
    return tokens.select_related("user", "project").annotate(expired=expired)


def digest_of(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
