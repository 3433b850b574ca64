"""Slow down whoever guesses: passwords of accounts, return codes of workers.

An attempt is written before the secret is looked at, so parallel guesses count each other; a right
one takes back those at its target from there. Targets that do not exist count the same. Guesses at
one target from one address are few; those from many addresses end it for strangers only: a browser
in which its owner was let in before has a count of its own."""

import hashlib
import math
from datetime import datetime, timedelta

from django.db.models import QuerySet

from annotation.models import LoginAttempt
from annotation.services.clock import database_now

# What targets that are workers begin with; accounts are digests.
AT_WORKERS = "worker "
WINDOW = timedelta(minutes=15)
MOST_FROM_AN_ADDRESS_AT_A_TARGET = 10
MOST_FROM_A_DEVICE = 10
MOST_PER_ADDRESS = 50
MOST_PER_TARGET = 100


def begin_guess(*, target: str, address: str, device: str = "") -> int:
    """Seconds to wait before the next attempt; 0 where this one may go on. `device` is one that
    this very target has let in before."""
    now = database_now()
    LoginAttempt.objects.filter(at__lt=now - WINDOW).delete()
    mine = LoginAttempt.objects.create(account=target, address=address, device=device)
    wait = max(_wait(attempts, most, now) for attempts, most in _limits(mine))
    if wait:
        mine.delete()
    return wait


def take_back_guesses(*, target: str, address: str, device: str = "") -> None:
    """Whoever guessed right there has guessed nothing."""
    attempts = LoginAttempt.objects.filter(account=target)
    attempts.filter(address=address).delete()
    if device:
        attempts.filter(device=device).delete()


def digest_of(target: str) -> str:
    return hashlib.sha256(target.encode("utf-8", "surrogatepass")).hexdigest()


def _limits(mine: LoginAttempt) -> list[tuple[QuerySet[LoginAttempt], int]]:
    """A device that the target knows is counted by itself, whoever else guesses meanwhile."""
    at_target = LoginAttempt.objects.filter(account=mine.account)
    if mine.device:
        return [(at_target.filter(device=mine.device), MOST_FROM_A_DEVICE)]
    strangers = at_target.filter(device="")
    return [
        (strangers.filter(address=mine.address), MOST_FROM_AN_ADDRESS_AT_A_TARGET),
        (LoginAttempt.objects.filter(address=mine.address, device=""), MOST_PER_ADDRESS),
        (strangers, MOST_PER_TARGET),
    ]


def _wait(attempts: QuerySet[LoginAttempt], most: int, now: datetime) -> int:
    """0 where there are no more than `most`, this one among them: it was written before it is
    counted, so of many at once no more than that go on. Else until the oldest of `most` others
    leaves the window."""
    newest = list(attempts.order_by("-at").values_list("at", flat=True)[: most + 1])
    if len(newest) <= most:
        return 0
    return max(1, math.ceil((newest[-1] + WINDOW - now).total_seconds()))
