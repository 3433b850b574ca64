"""Rate-limit guesses at account passwords and workers' return codes.

An attempt is written before the secret is compared, so parallel guesses count each other. A right
guess deletes the attempts at its target from its address. Targets that do not exist count the same
as those that do. The limit for one target from one address is low. A higher limit for one target
from all addresses applies to strangers only: a browser in which the target's owner signed in before
has a separate count."""

import hashlib
from datetime import timedelta

from django.db.models import QuerySet
from django.db.models.functions import Now

from annotation.models import LoginAttempt
from annotation.services.clock import database_now, seconds_to_wait

# The prefix of targets that are workers; targets that are accounts are digests.
AT_WORKERS = "worker "
# The prefix for access codes, which are shared, so that no one can lock out all others.
AT_CODES = "code "
WINDOW = timedelta(minutes=15)
MAX_FROM_AN_ADDRESS_AT_A_TARGET = 10
MAX_PER_DEVICE = 10
MAX_PER_ADDRESS = 50
MAX_PER_TARGET = 100


def begin_guess(*, target: str, address: str, device: str = "") -> int:
    """Count an attempt and return the seconds to wait before it may be made; 0 if it may proceed.

    `device` identifies a browser that signed in to this target before."""
    now = database_now()
    forget_guesses()
    attempt = LoginAttempt.objects.create(account=target, address=address, device=device)
    wait = max(
        seconds_to_wait(attempts.order_by("-at").values_list("at", flat=True), most, WINDOW, now)
        for attempts, most in _limits(attempt)
    )
    if wait:
        attempt.delete()
    return wait


def forget_guesses() -> None:
    """Delete attempts that no longer count."""
    LoginAttempt.objects.filter(at__lt=Now() - WINDOW).delete()


def take_back_guesses(*, target: str, address: str, device: str = "") -> None:
    """Delete the attempts at a target from this address and device, after a right guess."""
    attempts = LoginAttempt.objects.filter(account=target)
    attempts.filter(address=address).delete()
    if device:
        attempts.filter(device=device).delete()


def digest_of(target: str) -> str:
    return hashlib.sha256(target.encode("utf-8", "surrogatepass")).hexdigest()


def _limits(attempt: LoginAttempt) -> list[tuple[QuerySet[LoginAttempt], int]]:
    """Return the sets of attempts that this one counts towards, each with its limit. An attempt
    from a device known to the target counts for that device only."""
    at_target = LoginAttempt.objects.filter(account=attempt.account)
    if attempt.device:
        return [(at_target.filter(device=attempt.device), MAX_PER_DEVICE)]
    strangers = at_target.filter(device="")
    from_here = [
        (strangers.filter(address=attempt.address), MAX_FROM_AN_ADDRESS_AT_A_TARGET),
        (LoginAttempt.objects.filter(address=attempt.address, device=""), MAX_PER_ADDRESS),
    ]
    shared = attempt.account.startswith(AT_CODES)
    return from_here if shared else [*from_here, (strangers, MAX_PER_TARGET)]
