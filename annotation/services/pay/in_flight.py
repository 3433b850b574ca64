"""Payments that Prolific was asked to pay: nobody says otherwise while that is open."""

from collections.abc import Collection
from datetime import timedelta

from django.db.models import Q

from annotation.models import PaymentLine, ProlificBonus, ProlificBonusLine
from annotation.services.errors import Conflict

# Prolific pays "in the following minutes". What it does not show a day later was not paid.
SURE_AFTER = timedelta(days=1)
State = ProlificBonus.State


def is_surely_unpaid(bonus: ProlificBonus) -> bool:
    """Return whether all submissions were read a day after a bonus was sent, so that what they do
    not show was not paid."""
    if bonus.sent_at is None or bonus.read_at is None:
        return False
    return bonus.read_at - bonus.sent_at >= SURE_AFTER


def settle_by_hand(lines: Collection[PaymentLine], status: PaymentLine.Status) -> None:
    """Leave what Prolific was to pay of these payments and was not sent yet, so that it does not
    pay what is settled otherwise. Refuse to take back what it may be paying."""
    theirs = ProlificBonusLine.objects.filter(
        line__in=lines, released=False, seen=False, bonus__state__in=ProlificBonus.OPEN
    )
    sent = theirs.filter(bonus__state__in=ProlificBonus.IN_FLIGHT)
    if status == PaymentLine.Status.FAILED and sent.exists():
        raise Conflict(
            "Prolific was asked to pay these, so they cannot be taken back yet. Ask it whether "
            "they are paid."
        )
    bonuses = set(sent.values_list("bonus_id", flat=True))
    sent.update(seen=True)
    unsent = set(theirs.values_list("bonus_id", flat=True)) - bonuses
    rows = ProlificBonus.objects.filter(pk__in=unsent).exclude(state__in=ProlificBonus.IN_FLIGHT)
    dropped = list(rows.values_list("pk", flat=True))
    rows.update(state=State.DROPPED, problem="Its payments were settled by hand.")
    ProlificBonusLine.objects.filter(bonus__in=dropped).update(released=True)
    close_what_is_seen(bonuses)


def close_what_is_seen(bonuses: Collection[int]) -> None:
    """Mark those bonuses as done of which no line is waited for."""
    waited = Q(lines__seen=False, lines__released=False)
    rows = ProlificBonus.objects.filter(pk__in=bonuses, state__in=ProlificBonus.IN_FLIGHT)
    open_ones = set(rows.filter(waited).values_list("pk", flat=True))
    rows.exclude(pk__in=open_ones).update(state=State.DONE, problem="")
