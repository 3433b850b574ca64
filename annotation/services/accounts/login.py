"""Sign in to accounts, with rate-limited password guesses."""

import unicodedata
from collections.abc import Sequence

from django.contrib.sessions.models import Session
from django.db.models import Q
from django.db.models.functions import Now

from annotation.models import LoginAttempt, User
from annotation.services.accounts.login_throttle import (
    AT_CODES,
    AT_WORKERS,
    WINDOW,
    begin_guess,
    digest_of,
    take_back_guesses,
)
from annotation.services.audit import record_event
from annotation.services.clock import database_now

MAX_AUDITED_FAILURES = 200


def begin_login(*, username: str, address: str, device: str = "") -> int:
    """Count an attempt and return the seconds to wait before it may be made; 0 if it may proceed.

    `device` identifies a browser that has signed in to this account before."""
    return begin_guess(target=account_digest(username), address=address, device=device)


def finish_login(
    *, user: User, username: str, address: str, device: str = "", ways: Sequence[str] = ()
) -> None:
    """Audit a sign-in with its methods, and clear the earlier attempts."""
    take_back_guesses(target=account_digest(username), address=address, device=device)
    record_event("account.signed_in", user=user, object_id=user.pk, by=", ".join(ways))


def fail_login(*, username: str) -> None:
    """Audit a failed sign-in with its account. A name without an account is not stored: it may be a
    password in the wrong field. After a number of failures within the window, one last row says
    that further ones are not recorded."""
    others = Q(account__startswith=AT_WORKERS) | Q(account__startswith=AT_CODES)
    lately = LoginAttempt.objects.exclude(others).filter(at__gt=database_now() - WINDOW)
    many = lately[: MAX_AUDITED_FAILURES + 1].count()
    if many > MAX_AUDITED_FAILURES:
        return
    user = User.objects.filter(username=username.replace("\x00", "")).first()
    flood = many == MAX_AUDITED_FAILURES
    verb = "account.more_failures_not_kept" if flood else "account.sign_in_failed"
    record_event(verb, object_id=user.pk if user else None)


def forget_sessions() -> int:
    """Delete expired sessions and return their number."""
    forgotten, _ = Session.objects.filter(expire_date__lt=Now()).delete()
    return forgotten


def account_digest(username: str) -> str:
    """Return the digest of an account's name: the same for all spellings that the form accepts for
    one name."""
    return digest_of(unicodedata.normalize("NFKC", username.strip()).casefold())
