"""Compensate workers for their time: a fixed sum each, at most once per campaign.

It is for workers who are not paid per judgment, and for those who practised or answered questions
questions and were let into no task. As long as it was not sent, it can be taken back."""

from collections.abc import Collection
from decimal import Decimal

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from annotation.models import (
    Campaign,
    Enrolment,
    LedgerEntry,
    PaymentLine,
    PracticeTask,
    QuizTry,
    User,
)
from annotation.models.people.worker import PAID_BY_HAND
from annotation.services.audit import record_event
from annotation.services.errors import Conflict, Invalid
from annotation.services.pay.balance import balances_of
from annotation.services.pay.ledger import NOBODY, check_currency, check_entry
from annotation.services.pay.purse import Budgets, draw, with_fee

KIND = LedgerEntry.Kind.COMPENSATION
MAX_CONCURRENT = 500
HAS_ONE = (
    "This worker has been given a compensation in this campaign already. Give a bonus for more."
)
ERASED = "This worker is erased and can no longer be paid."
TAKEN_BACK = "The compensation was taken back."


def compensable(campaign: Campaign) -> QuerySet[Enrolment]:
    """Return the people of a campaign who can be given a compensation."""
    people = campaign.enrolments.filter(of_program=False, erased_at=None)
    return people.exclude(Exists(_current().filter(enrolment=OuterRef("pk"))))


def compensated(campaign: Campaign) -> QuerySet[Enrolment]:
    """Return the people of a campaign whose compensation can still be taken back: no list of
    payments since contains it."""
    unsent = Exists(_current().filter(~Exists(_sent()), enrolment=OuterRef("pk")))
    return campaign.enrolments.filter(unsent, erased_at=None)


def compensation_of(enrolment: Enrolment) -> Decimal | None:
    """Return what a worker was given as a compensation; None for nothing."""
    return compensations_of([enrolment]).get(enrolment.pk)


def compensations_of(enrolments: Collection[Enrolment]) -> dict[int, Decimal]:
    """Return what each worker was given as a compensation, by enrolment, of those who were."""
    given = _current().filter(enrolment__in=enrolments)
    return dict(given.values_list("enrolment", "amount"))


def screened_out(campaign: Campaign) -> QuerySet[Enrolment]:
    """Return workers who practised or answered questions, and were stopped or turned away before
    their first task."""
    ended = Q(stopped_at__isnull=False) | Q(turned_away_at__isnull=False)
    return _tried(campaign).filter(ended | Q(excluded_at__isnull=False))


def without_task(campaign: Campaign) -> QuerySet[Enrolment]:
    """Return workers who practised or answered questions and have done no task so far."""
    return _tried(campaign).filter(stopped_at=None, turned_away_at=None, excluded_at=None)


def paid_by_hand(campaign: Campaign) -> QuerySet[Enrolment]:
    """Return workers who did tasks and are not paid by a platform."""
    return compensable(campaign).filter(worker__source__in=PAID_BY_HAND, submitted__gt=0)


def compensate_worker(
    *, enrolment: Enrolment, user: User, amount: Decimal, reason: str
) -> LedgerEntry:
    """Promise a worker a compensation, within the budgets."""
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
    """Promise each of these workers the same compensation, all or none, and return the entries.
    Workers who already have one are left out, so this is idempotent."""
    if amount <= 0:
        raise Invalid("A compensation is more than nothing.", field="amount")
    reason = check_entry(amount, reason)
    keys = set(enrolments)
    check_currency(campaign)
    with transaction.atomic():
        _lock(campaign, keys)
        new = compensable(campaign).filter(pk__in=keys).order_by("pk")
        back = Count("ledger", Q(ledger__kind=KIND, ledger__amount__lt=0))
        new = new.annotate(taken_back=back)
        made = LedgerEntry.objects.bulk_create(
            _entry(campaign, one, amount, reason, one.taken_back, user) for one in new
        )
        draw(Budgets.of_people(campaign), with_fee(campaign, amount * len(made)))
        _record(f"pay.{KIND}", made, reason=reason)
    return made


def take_back_compensations(
    *, campaign: Campaign, user: User, enrolments: Collection[int]
) -> list[LedgerEntry]:
    """Take back the compensations of these workers, all of them or none, and return the entries
    with a minus. Those who have none are left out, so that the same again takes nothing.

    What was sent stays: adjust the worker's pay instead."""
    keys = set(enrolments)
    with transaction.atomic():
        _lock(campaign, keys)
        given = _current().filter(campaign=campaign, enrolment__in=keys).order_by("enrolment")
        given = given.select_related("enrolment__worker").annotate(sent=Exists(_sent()))
        entries = list(given)
        balances = balances_of([one.enrolment for one in entries], campaign)
        for entry, balance in zip(entries, balances, strict=True):
            if entry.sent or balance.payable < entry.amount:
                raise Conflict(
                    f"The compensation of worker {entry.enrolment.worker.number} was sent, or "
                    "deducted from, since. Adjust what they are owed instead. Nothing was taken "
                    "back.",
                    field="workers",
                )
        made = LedgerEntry.objects.bulk_create(
            _entry(campaign, one.enrolment, -one.amount, TAKEN_BACK, one.turn, user)
            for one in entries
        )
        total = sum((one.amount for one in made), Decimal(0))
        draw(Budgets.of_people(campaign), with_fee(campaign, total))
        _record(f"pay.{KIND}_taken_back", made)
    return made


def _entry(
    campaign: Campaign, worker: Enrolment, amount: Decimal, reason: str, turn: int, user: User
) -> LedgerEntry:
    return LedgerEntry(
        enrolment=worker,
        campaign=campaign,
        kind=KIND,
        amount=amount,
        reason=reason,
        turn=turn,
        user=user,
    )


def _current() -> QuerySet[LedgerEntry]:
    """Return the compensations that were not taken back."""
    back = LedgerEntry.objects.filter(
        kind=KIND, amount__lt=0, enrolment=OuterRef("enrolment"), turn=OuterRef("turn")
    )
    return LedgerEntry.objects.filter(~Exists(back), kind=KIND, amount__gt=0)


def _sent() -> QuerySet[PaymentLine]:
    """Return the payments that may contain the compensation of a query, which is the outer one."""
    lines = PaymentLine.objects.exclude(status=PaymentLine.Status.FAILED)
    return lines.filter(enrolment=OuterRef("enrolment"), batch__at__gte=OuterRef("at"))


def _lock(campaign: Campaign, keys: Collection[int]) -> None:
    """Lock the rows of these workers, which a list of payments locks, too."""
    if len(keys) > MAX_CONCURRENT:
        raise Invalid(f"Choose at most {MAX_CONCURRENT} workers at once.", field="workers")
    chosen = Enrolment.objects.filter(campaign=campaign, pk__in=keys).order_by("pk")
    list(chosen.select_for_update(of=("self",), no_key=True).values_list("pk"))


def _record(verb: str, entries: Collection[LedgerEntry], **details: object) -> None:
    for entry in entries:
        record_event(
            verb,
            project=None,
            campaign=entry.campaign,
            user=entry.user,
            worker=entry.enrolment.worker_id,
            object_id=entry.pk,
            amount=str(abs(entry.amount)),
            currency=entry.campaign.currency,
            **details,
        )


def _tried(campaign: Campaign) -> QuerySet[Enrolment]:
    of_them = {"enrolment": OuterRef("pk")}
    practised = Exists(PracticeTask.objects.filter(vector__isnull=False, **of_them))
    tried_quiz = Exists(QuizTry.objects.filter(**of_them))
    return compensable(campaign).filter(practised | tried_quiz, submitted=0)
