"""Payments requested from Prolific. While one is open, it cannot be settled otherwise, and its
worker cannot be erased."""

from collections.abc import Collection
from datetime import timedelta

from django.db.models import CharField, Q, QuerySet, Value
from django.db.models.functions import Cast, Concat
from django.utils.translation import gettext, gettext_noop

from addons.prolific.models import (
    ProlificBonus,
    ProlificBonusLine,
    ProlificMessage,
    ProlificSubmission,
)
from annotation.models import PaymentLine, Worker
from annotation.services.clock import database_now
from annotation.services.errors import Conflict

# Prolific pays "in the following minutes". A bonus that it does not show a day later was not paid.
SURE_AFTER = timedelta(days=1)
State = ProlificBonus.State
ON_ITS_WAY = gettext_noop(
    "A payment through Prolific is on its way. You can delete your data once it has arrived, or "
    "one day after it was sent."
)


def is_surely_unpaid(bonus: ProlificBonus) -> bool:
    """Return whether all submissions were read a day after a bonus was sent. Then bonuses that they
    do not show were not paid."""
    if bonus.sent_at is None or bonus.read_at is None:
        return False
    return bonus.read_at - bonus.sent_at >= SURE_AFTER


def settle_by_hand(lines: Collection[PaymentLine], status: PaymentLine.Status) -> None:
    """Drop these payments from unsent Prolific bonuses, so that Prolific does not pay what is
    settled otherwise. Refuse if Prolific may be paying one of them."""
    theirs = ProlificBonusLine.objects.filter(
        line__in=lines, released=False, seen=False, bonus__state__in=ProlificBonus.OPEN
    )
    sent = theirs.filter(bonus__state__in=ProlificBonus.IN_FLIGHT)
    if status == PaymentLine.Status.FAILED and sent.exists():
        raise Conflict(
            "The request to pay these was sent to Prolific, so they cannot be taken back yet. "
            "Check their status on Prolific."
        )
    bonuses = set(sent.values_list("bonus_id", flat=True))
    sent.update(seen=True)
    unsent = set(theirs.values_list("bonus_id", flat=True)) - bonuses
    _drop(unsent, "Its payments were settled manually.")
    close_what_is_seen(bonuses)


def is_on_its_way(worker: Worker) -> bool:
    """Return whether a payment to this worker was requested from Prolific within the last day and
    its outcome is unknown."""
    return any(database_now() - one.sent_at < SURE_AFTER for one in _sent(worker) if one.sent_at)


def let_go(worker: Worker) -> None:
    """Remove a worker who is about to be erased from all unsettled bonuses. Refuse while Prolific
    may be paying them: only their id shows whether it did.

    Their enrolments are locked, so no bonus with them is sent in the meantime."""
    if is_on_its_way(worker):
        raise Conflict(gettext(ON_ITS_WAY))
    sent = {one.pk for one in _sent(worker)}
    ProlificBonusLine.objects.filter(
        bonus__in=sent, line__enrolment__worker=worker, seen=False
    ).update(released=True)
    close_what_is_seen(sent)
    ProlificBonus.objects.filter(pk__in=sent).update(
        problem="One of its workers was erased before Prolific showed that they were paid. Settle "
        "that payment by hand."
    )
    unsent = _open_lines(worker).values_list("bonus_id", flat=True)
    _drop(set(unsent), "One of its workers was erased. Set up the others again.")


def _sent(worker: Worker) -> list[ProlificBonus]:
    lines = _open_lines(worker).filter(bonus__state__in=ProlificBonus.IN_FLIGHT)
    return [one.bonus for one in lines.select_related("bonus")]


def _open_lines(worker: Worker) -> QuerySet[ProlificBonusLine]:
    return ProlificBonusLine.objects.filter(
        line__enrolment__worker=worker,
        released=False,
        seen=False,
        bonus__state__in=ProlificBonus.OPEN,
    )


def _drop(bonuses: Collection[int], why: str) -> None:
    """Drop the bonuses that have not been sent in the meantime."""
    rows = ProlificBonus.objects.filter(pk__in=bonuses).exclude(state__in=ProlificBonus.IN_FLIGHT)
    dropped = list(rows.values_list("pk", flat=True))
    rows.update(state=State.DROPPED, problem=why)
    ProlificBonusLine.objects.filter(bonus__in=dropped).update(released=True)


def close_what_is_seen(bonuses: Collection[int]) -> None:
    """Mark bonuses as done once none of their lines is pending."""
    waited = Q(lines__seen=False, lines__released=False)
    rows = ProlificBonus.objects.filter(pk__in=bonuses, state__in=ProlificBonus.IN_FLIGHT)
    open_ones = set(rows.filter(waited).values_list("pk", flat=True))
    rows.exclude(pk__in=open_ones).update(state=State.DONE, problem="")


def erase_on_prolific(worker: Worker) -> None:
    """Delete their submissions and messages, and remove them from bonuses. Raise Conflict while a
    payment is on its way to them."""
    let_go(worker)
    for manager in (ProlificSubmission.objects, ProlificMessage.objects):
        manager.filter(
            study__campaign__dataset__project=worker.project_id, participant=worker.external_id
        ).delete()
    lines = ProlificBonusLine.objects.filter(line__enrolment__worker=worker)
    lines.update(submission=Concat(Value("erased"), Cast("pk", CharField())))
