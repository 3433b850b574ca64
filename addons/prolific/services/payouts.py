"""Pay a payment list through Prolific: set it up, see its cost, confirm or cancel it."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import TypedDict, Unpack

from django.db import transaction

from addons.prolific.models import (
    ProlificBonus,
    ProlificBonusLine,
    ProlificStudy,
    ProlificSubmission,
)
from addons.prolific.services.bonuses import drop
from addons.prolific.services.in_flight import close_what_is_seen, is_surely_unpaid
from addons.prolific.services.studies import ask_for_visit, locked_study, require_owner
from annotation.models import PaymentBatch, PaymentLine, User, Worker
from annotation.services.audit import record_event
from annotation.services.errors import Conflict
from annotation.services.pay.batches import locked_lines
from annotation.services.pay.pay_split import is_paid_with_places
from annotation.services.pay.payment_lists import AT_ONCE

State = ProlificBonus.State
# If a participant has several submissions, a bonus goes to the first with one of these states.
BEST = ("APPROVED", "AWAITING REVIEW", "PARTIALLY APPROVED", "SCREENED OUT")


def set_up_bonuses(*, batch: PaymentBatch, user: User) -> int:
    """Have Prolific price the waiting payments of a list; return their number. Workers without a
    submission in the study cannot be paid this way and stay for the file."""
    campaign = batch.campaign
    require_owner(campaign, user)
    if batch.source != Worker.Source.PROLIFIC:
        raise Conflict("Prolific only pays workers it sent.")
    if is_paid_with_places(batch):
        raise Conflict("Prolific pays this list with the submissions, so it needs no bonuses.")
    with locked_study(campaign) as study:
        lines = _free(locked_lines(batch))
        known = _submissions(study, lines)
        payable = [(line, known[line.pk]) for line in lines if line.pk in known]
        if not payable:
            raise Conflict(
                "None of these payments can be set up: they are settled or under way, or their "
                "workers have no submission in the study. Check Prolific first."
            )
        for first in range(0, len(payable), AT_ONCE):
            _create(batch, study, payable[first : first + AT_ONCE])
        _record("prolific.bonuses_set_up", batch, user, payments=len(payable))
        ask_for_visit(study, user)
    return len(payable)


def confirm_bonuses(*, batch: PaymentBatch, user: User, total: Decimal) -> int:
    """Have Prolific pay what was set up, if it costs what the owner confirmed; return the number of
    payments."""
    campaign = batch.campaign
    require_owner(campaign, user)
    with locked_study(campaign) as study:
        rows = batch.prolific_bonuses.filter(state=State.PRICED, study=study.study)
        priced = list(rows.select_for_update().order_by("pk"))
        if not priced:
            raise Conflict(
                "There is no payment to confirm; someone else may have done it. Reload the page."
            )
        if total_of(priced) != total:
            raise Conflict("The cost has changed. Check the new amount, then confirm.")
        rows.update(state=State.CONFIRMED, confirmed_by=user, problem="")
        count = ProlificBonusLine.objects.filter(bonus__in=priced).count()
        amount = sum((one.amount for one in priced), Decimal(0))
        _record(
            "prolific.bonuses_confirmed",
            batch,
            user,
            payments=count,
            amount=str(amount),
            total=str(total),
        )
        ask_for_visit(study, user)
    return count


def drop_bonuses(*, batch: PaymentBatch, user: User) -> None:
    """Drop what was set up but not sent: none of it is paid."""
    require_owner(batch.campaign, user)
    with transaction.atomic():
        locked_lines(batch)
        unsent = (State.WANTED, State.PRICED, State.CONFIRMED)
        dropped = list(batch.prolific_bonuses.filter(state__in=unsent))
        for bonus in dropped:
            drop(bonus)
        if dropped:
            _record("prolific.bonuses_dropped", batch, user)


def release_unpaid(*, batch: PaymentBatch, user: User) -> int:
    """Release payments sent a day ago that no submission shows: they were not paid. They can be set
    up again or cancelled."""
    require_owner(batch.campaign, user)
    with transaction.atomic():
        locked_lines(batch)
        bonuses = list(batch.prolific_bonuses.filter(state__in=ProlificBonus.IN_FLIGHT))
        if not bonuses or not all(map(is_surely_unpaid, bonuses)):
            raise Conflict(
                "Midpath sent these payments to Prolific, and they may still appear. Check "
                "Prolific again a day after the request."
            )
        unseen = ProlificBonusLine.objects.filter(bonus__in=bonuses, seen=False, released=False)
        count = unseen.update(released=True)
        close_what_is_seen([bonus.pk for bonus in bonuses])
        _record("prolific.bonuses_released", batch, user, payments=count)
    return count


def total_of(bonuses: Iterable[ProlificBonus]) -> Decimal:
    return sum((one.total or Decimal(0) for one in bonuses), Decimal(0))


def _create(
    batch: PaymentBatch, study: ProlificStudy, payable: Sequence[tuple[PaymentLine, str]]
) -> None:
    amount = sum((line.amount for line, _ in payable), Decimal(0))
    bonus = ProlificBonus.objects.create(batch=batch, study=study.study, amount=amount)
    ProlificBonusLine.objects.bulk_create(
        ProlificBonusLine(bonus=bonus, line=line, submission=submission)
        for line, submission in payable
    )


def _free(lines: Sequence[PaymentLine]) -> list[PaymentLine]:
    """Return the waiting payments that are in no bulk."""
    waiting = [line for line in lines if line.status == PaymentLine.Status.WAITING]
    taken = ProlificBonusLine.objects.filter(line__in=waiting, released=False)
    keys = set(taken.values_list("line_id", flat=True))
    return [line for line in waiting if line.pk not in keys]


def _submissions(study: ProlificStudy, lines: Sequence[PaymentLine]) -> dict[int, str]:
    """Return the submission for each payment."""
    rank = {status: number for number, status in enumerate(BEST)}
    by_participant: dict[str, ProlificSubmission] = {}
    names = [line.enrolment.worker.external_id for line in lines]
    for one in study.submissions.filter(participant__in=names).order_by("pk"):
        best = by_participant.get(one.participant)
        if best is None or rank.get(one.status, 9) < rank.get(best.status, 9):
            by_participant[one.participant] = one
    return {
        line.pk: by_participant[line.enrolment.worker.external_id].submission
        for line in lines
        if line.enrolment.worker.external_id in by_participant
    }


class _Details(TypedDict, total=False):
    """Details of these acts in the audit log."""

    payments: int
    amount: str
    total: str


def _record(verb: str, batch: PaymentBatch, user: User, **details: Unpack[_Details]) -> None:
    campaign = batch.campaign
    record_event(
        verb,
        campaign=campaign,
        user=user,
        object_id=batch.pk,
        currency=campaign.currency,
        **details,
    )
