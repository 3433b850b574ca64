"""Slow down whoever guesses passwords.

An attempt is written before the password is looked at, so parallel guesses count each other; a
right password takes the account's attempts back. Names without an account count the same."""

import hashlib
import math
from datetime import datetime, timedelta

from django.db.models import QuerySet

from annotation.models import LoginAttempt, User
from annotation.services.audit import record_event
from annotation.services.clock import database_now

WINDOW = timedelta(minutes=15)
MOST_PER_ACCOUNT = 10
MOST_PER_ADDRESS = 50


def begin_login(*, username: str, address: str | None) -> int:
    """Seconds to wait before the next attempt; 0 where this one may go on."""
    now = database_now()
    LoginAttempt.objects.filter(at__lt=now - WINDOW).delete()
    account = _digest(username)
    of_account = LoginAttempt.objects.filter(account=account)
    of_address = LoginAttempt.objects.filter(address=address)
    waits = [
        _wait(of_account, MOST_PER_ACCOUNT, now),
        _wait(of_address, MOST_PER_ADDRESS, now) if address else 0,
    ]
    return max(waits) or _enter(account, address, now)


def finish_login(*, user: User, username: str) -> None:
    LoginAttempt.objects.filter(account=_digest(username)).delete()
    record_event("account.signed_in", user=user, object_id=user.pk)


def _enter(account: str, address: str | None, now: datetime) -> int:
    """Written first and counted after, so of many at once no more than the limit go on."""
    mine = LoginAttempt.objects.create(account=account, address=address)
    earlier = LoginAttempt.objects.filter(account=account, pk__lte=mine.pk).count()
    if earlier <= MOST_PER_ACCOUNT:
        return 0
    mine.delete()
    return math.ceil(WINDOW.total_seconds())


def _wait(attempts: QuerySet[LoginAttempt], most: int, now: datetime) -> int:
    """Until the oldest of the last `most` attempts leaves the window."""
    newest = list(attempts.order_by("-at").values_list("at", flat=True)[:most])
    if len(newest) < most:
        return 0
    return max(1, math.ceil((newest[-1] + WINDOW - now).total_seconds()))


def _digest(username: str) -> str:
    return hashlib.sha256(username.casefold().encode("utf-8", "surrogatepass")).hexdigest()
