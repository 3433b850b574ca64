"""Slow down whoever guesses passwords.

An attempt is written before the password is looked at, so parallel guesses count each other; a
right password takes back those of its account from there. Names without an account count the
same. Guesses at one account from one address are few; those from many addresses end it for
strangers only: a browser in which its owner signed in before has a count of its own."""

import hashlib
import math
import unicodedata
from datetime import datetime, timedelta

from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.db.models.functions import Now

from annotation.models import LoginAttempt, User
from annotation.services.audit import record_event
from annotation.services.clock import database_now

WINDOW = timedelta(minutes=15)
MOST_FROM_AN_ADDRESS_AT_AN_ACCOUNT = 10
MOST_FROM_A_DEVICE = 10
MOST_PER_ADDRESS = 50
MOST_PER_ACCOUNT = 100
MOST_FAILURES_KEPT = 200


def begin_login(*, username: str, address: str, device: str = "") -> int:
    """Seconds to wait before the next attempt; 0 where this one may go on. `device` is known to
    have signed in to this very account before."""
    now = database_now()
    LoginAttempt.objects.filter(at__lt=now - WINDOW).delete()
    mine = LoginAttempt.objects.create(
        account=account_digest(username), address=address, device=device
    )
    wait = max(_wait(attempts, most, now) for attempts, most in _limits(mine))
    if wait:
        mine.delete()
    return wait


def finish_login(*, user: User, username: str, address: str, device: str = "") -> None:
    attempts = LoginAttempt.objects.filter(account=account_digest(username))
    attempts.filter(address=address).delete()
    if device:
        attempts.filter(device=device).delete()
    record_event("account.signed_in", user=user, object_id=user.pk)


def fail_login(*, username: str) -> None:
    """Keep in the audit that somebody failed to sign in, and for which account; of a name that has
    none, which may be a password in the wrong place, not even that. Of a flood only the beginning
    is kept, with a last row that says so."""
    lately = LoginAttempt.objects.filter(at__gt=database_now() - WINDOW)
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
    name = unicodedata.normalize("NFKC", username.strip()).casefold()
    return hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()


def _limits(mine: LoginAttempt) -> list[tuple[QuerySet[LoginAttempt], int]]:
    """A device that the account knows is counted by itself, whoever else guesses meanwhile."""
    at_account = LoginAttempt.objects.filter(account=mine.account)
    if mine.device:
        return [(at_account.filter(device=mine.device), MOST_FROM_A_DEVICE)]
    strangers = at_account.filter(device="")
    return [
        (strangers.filter(address=mine.address), MOST_FROM_AN_ADDRESS_AT_AN_ACCOUNT),
        (LoginAttempt.objects.filter(address=mine.address, device=""), MOST_PER_ADDRESS),
        (strangers, MOST_PER_ACCOUNT),
    ]


def _wait(attempts: QuerySet[LoginAttempt], most: int, now: datetime) -> int:
    """0 where there are no more than `most`, this one among them: it was written before it is
    counted, so of many at once no more than that go on. Else until the oldest of `most` others
    leaves the window."""
    newest = list(attempts.order_by("-at").values_list("at", flat=True)[: most + 1])
    if len(newest) <= most:
        return 0
    return max(1, math.ceil((newest[-1] + WINDOW - now).total_seconds()))
