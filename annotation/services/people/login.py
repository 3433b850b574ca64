"""Signing in: guesses at passwords are slowed down."""

import unicodedata

from django.contrib.sessions.models import Session
from django.db.models.functions import Now

from annotation.models import LoginAttempt, User
from annotation.services.audit import record_event
from annotation.services.clock import database_now
from annotation.services.people.guesses import (
    AT_WORKERS,
    WINDOW,
    begin_guess,
    digest_of,
    take_back_guesses,
)

MOST_FAILURES_KEPT = 200


def begin_login(*, username: str, address: str, device: str = "") -> int:
    """Seconds to wait before the next attempt; 0 where this one may go on. `device` is known to
    have signed in to this very account before."""
    return begin_guess(target=account_digest(username), address=address, device=device)


def finish_login(*, user: User, username: str, address: str, device: str = "") -> None:
    take_back_guesses(target=account_digest(username), address=address, device=device)
    record_event("account.signed_in", user=user, object_id=user.pk)


def fail_login(*, username: str) -> None:
    """Keep in the audit that somebody failed to sign in, and for which account; of a name that has
    none, which may be a password in the wrong place, not even that. Of a flood only the beginning
    is kept, with a last row that says so."""
    lately = LoginAttempt.objects.exclude(account__startswith=AT_WORKERS).filter(
        at__gt=database_now() - WINDOW
    )
    many = lately[: MOST_FAILURES_KEPT + 1].count()
    if many > MOST_FAILURES_KEPT:
        return
    user = User.objects.filter(username=username.replace("\x00", "")).first()
    flood = many == MOST_FAILURES_KEPT
    verb = "account.more_failures_not_kept" if flood else "account.sign_in_failed"
    record_event(verb, object_id=user.pk if user else None)


def forget_sessions() -> int:
    """Delete the sessions whose time has run out, and say how many."""
    forgotten, _ = Session.objects.filter(expire_date__lt=Now()).delete()
    return forgotten


def account_digest(username: str) -> str:
    """Alike for all that a form takes for the same name."""
    return digest_of(unicodedata.normalize("NFKC", username.strip()).casefold())
