"""Compensate workers for their time: a fixed sum each, at most once in a campaign.

It is for workers whom nobody pays by the judgment, and for those who practised or answered
questions and were let into no task."""

from collections.abc import Collection
from decimal import Decimal

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from annotation.models import Campaign, Enrolment, LedgerEntry, PracticeTask, QuizTry, User
from annotation.models.people.worker import PAID_BY_HAND
from annotation.services.audit import record_event
from annotation.services.errors import Conflict, Invalid
from annotation.services.pay.ledger import NOBODY, check_currency, check_entry
from annotation.services.pay.purse import Budgets, draw, with_fee

KIND = LedgerEntry.Kind.COMPENSATION
MOST_AT_ONCE = 500
HAS_ONE = (
    "This worker has been given a compensation in this campaign already. Give a bonus for more."
)
ERASED = "This worker is erased, so nobody can be paid here."


def compensable(campaign: Campaign) -> QuerySet[Enrolment]:
    """Return the people of a campaign who can be given a compensation."""
    given = LedgerEntry.objects.filter(enrolment=OuterRef("pk"), kind=KIND)
    people = campaign.enrolments.filter(of_program=False, erased_at=None)
    return people.exclude(Exists(given))


def compensation_of(enrolment: Enrolment) -> Decimal | None:
    """Return what a worker was given as a compensation; None for nothing."""
    return enrolment.ledger.filter(kind=KIND).values_list("amount", flat=True).first()


def screened_out(campaign: Campaign) -> QuerySet[Enrolment]:
    """Return those who practised or answered questions, and were stopped or turned away before
    their first task."""
    ended = Q(stopped_at__isnull=False) | Q(turned_away_at__isnull=False)
    return _tried(campaign).filter(ended | Q(excluded_at__isnull=False))


def without_task(campaign: Campaign) -> QuerySet[Enrolment]:
    """Return those who practised or answered questions and have done no task so far."""
    return _tried(campaign).filter(stopped_at=None, turned_away_at=None, excluded_at=None)


def paid_by_hand(campaign: Campaign) -> QuerySet[Enrolment]:
    """Return those who did tasks and whom no platform pays."""
    return compensable(campaign).filter(worker__source__in=PAID_BY_HAND, submitted__gt=0)


def compensate_worker(
    *, enrolment: Enrolment, user: User, amount: Decimal, reason: str
) -> LedgerEntry:
    """Promise one worker a compensation, within the budgets."""
    if enrolment.of_program:
        raise Conflict(NOBODY)
    if enrolment.erased_at is not None:
        raise Conflict(ERASED)
    made = compensate_workers(
        campaign=enrolment.campaign,
        user=user,
        enrolments=[enrolment.pk],
        amount=amount,
        reason=reason,
    )
    if not made:
        raise Conflict(HAS_ONE)
    return made[0]


def compensate_workers(
    *,
    campaign: Campaign,
    user: User,
    enrolments: Collection[int],
    amount: Decimal,
    reason: str,
) -> list[LedgerEntry]:
    """Promise each of these workers the same compensation, all of them or none, and return the
    entries. Those who have one already are left out, so that the same again gives nothing."""
    if amount <= 0:
        raise Invalid("A compensation is more than nothing.", field="amount")
    reason = check_entry(amount, reason)
    keys = set(enrolments)
    if len(keys) > MOST_AT_ONCE:
        raise Invalid(f"Choose at most {MOST_AT_ONCE} workers at once.", field="workers")
    check_currency(campaign)
    with transaction.atomic():
        chosen = Enrolment.objects.filter(campaign=campaign, pk__in=keys).order_by("pk")
        list(chosen.select_for_update(of=("self",), no_key=True).values_list("pk"))
        new = list(compensable(campaign).filter(pk__in=keys).order_by("pk"))
        made = LedgerEntry.objects.bulk_create(
            LedgerEntry(
                enrolment=one,
                campaign=campaign,
                kind=KIND,
                amount=amount,
                reason=reason,
                user=user,
            )
            for one in new
        )
        draw(Budgets.of_people(campaign), with_fee(campaign, amount * len(made)))
        for entry in made:
            record_event(
                f"pay.{KIND}",
                campaign=campaign,
                user=user,
                worker=entry.enrolment.worker_id,
                object_id=entry.pk,
                amount=str(amount),
                currency=campaign.currency,
                reason=reason,
            )
    return made


def _tried(campaign: Campaign) -> QuerySet[Enrolment]:
    of_them = {"enrolment": OuterRef("pk")}
    practised = Exists(PracticeTask.objects.filter(vector__isnull=False, **of_them))
    asked = Exists(QuizTry.objects.filter(**of_them))
    return compensable(campaign).filter(practised | asked, submitted=0)
