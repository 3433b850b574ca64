"""Create and disable researchers' accounts and set their passwords, each with an audit event."""

from allauth.mfa.models import Authenticator
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction

from annotation.models import APIToken, User
from annotation.services.accounts.members import end_invitations
from annotation.services.accounts.projects import create_project
from annotation.services.accounts.tokens import revoke_token
from annotation.services.audit import record_event
from annotation.services.errors import Invalid, NotFound


def create_account(*, username: str, password: str, project: str | None = None) -> User:
    """Create an account, and a project for it if `project` names one."""
    user = require_name(username)
    _take_password(user, password)
    with transaction.atomic():
        user.save()
        record_event("account.created", user=user, object_id=user.pk)
        if project is not None:
            create_project(user=user, name=project)
    return user


def require_name(username: str) -> User:
    """Return the account that could be created under this name, unsaved; raise if the name is not
    allowed."""
    user = User(username=User.normalize_username(username))
    try:
        user.full_clean(exclude=["password"])
    except ValidationError as error:
        raise Invalid(" ".join(error.messages), field="username") from error
    return user


def set_password(*, user: User, password: str, by: User | None = None) -> None:
    """Set a new password, which ends the account's sessions. `by` is None on the server's command
    line."""
    _take_password(user, password)
    with transaction.atomic():
        user.save(update_fields=["password"])
        record_event("account.password_changed", user=by, object_id=user.pk)


def disable_account(*, user: User) -> None:
    """Close an account: its sessions end, its tokens are revoked and its invitations withdrawn for
    good. Its projects and data stay."""
    with transaction.atomic():
        user.is_active = False
        user.save(update_fields=["is_active"])
        for token in APIToken.objects.filter(user=user, revoked_at=None):
            revoke_token(token=token, user=None)
        end_invitations(user.pk)
        record_event("account.disabled", object_id=user.pk)


def enable_account(*, user: User) -> None:
    """Let a disabled account sign in again. Its tokens stay revoked."""
    with transaction.atomic():
        user.is_active = True
        user.save(update_fields=["is_active"])
        record_event("account.enabled", object_id=user.pk)


def set_operator(*, user: User, is_operator: bool) -> None:
    """Let an account see and replay failed tasks, or no longer. It gets no access to projects."""
    with transaction.atomic():
        user.is_superuser = is_operator
        user.save(update_fields=["is_superuser"])
        done = "added" if is_operator else "removed"
        record_event(f"account.operator_{done}", object_id=user.pk)


def remove_second_factor(*, user: User) -> None:
    """Let an account sign in with its password alone again."""
    with transaction.atomic():
        Authenticator.objects.filter(user=user).delete()
        record_event("account.second_factor_removed", object_id=user.pk)


def account_named(username: str) -> User:
    user = User.objects.filter(username=User.normalize_username(username)).first()
    if user is None:
        raise NotFound(f"There is no account named {username!r}.")
    return user


def _take_password(user: User, password: str) -> None:
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise Invalid(" ".join(error.messages), field="password") from error
    user.set_password(password)
