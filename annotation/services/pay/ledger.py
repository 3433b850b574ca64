"""Enter decisions about pay. Every row of the ledger is written here and none is ever changed."""

from collections import Counter
from collections.abc import Iterable, Mapping
from decimal import Decimal

from django.db import transaction
from django.db.models import Exists, OuterRef, Sum

from annotation.models import Campaign, Enrolment, Judgment, LedgerEntry, ReviewAct, User
from annotation.services.audit import record_worker_event
from annotation.services.errors import Conflict, Invalid
from annotation.services.pay.purse import Budgets, draw, with_fee
from annotation.services.short_texts import reason_of

Kind = LedgerEntry.Kind
# These are owed in addition to rewards, and approved when they are entered.
EXTRA = (Kind.BONUS, Kind.ADJUSTED, Kind.COMPENSATION)
MAX_REASON_LENGTH = 500
NOBODY = "This worker is simulated, so they cannot be paid."
LARGEST = Decimal(1_000_000)
THOUSANDTH = Decimal("0.001")


def enter_reviews(
    campaign: Campaign,
    reviews: Iterable[tuple[int, str, str]],
    *,
    reason: str = "",
    act: ReviewAct | None = None,
    user: User | None = None,
) -> Mapping[int, LedgerEntry]:
    """Enter approvals and rejections of judgments, given the enrolment and the review before and
    after of each. Earlier entries are cancelled by negative ones. Return the entries of rejections
    by enrolment."""
    counts: Counter[tuple[int, Kind]] = Counter()
    for enrolment, before, after in reviews:
        for review, sign in ((before, -1), (after, 1)):
            kind = kind_of(review)
            if kind is not None:
                counts[enrolment, kind] += sign
    made = LedgerEntry.objects.bulk_create(
        LedgerEntry(
            enrolment_id=enrolment,
            campaign=campaign,
            kind=kind,
            judgments=judgments,
            amount=judgments * Decimal(campaign.reward),
            reason=reason,
            act=act,
            user=user,
        )
        for (enrolment, kind), judgments in sorted(counts.items())
        if judgments
    )
    return {one.enrolment_id: one for one in made if one.kind == Kind.REJECTED}


def kind_of(review: str) -> LedgerEntry.Kind | None:
    """Return the kind of entry for a review; None if it has none."""
    if review in Judgment.APPROVED:
        return Kind.APPROVED
    return Kind.REJECTED if review == Judgment.Review.REJECTED else None


def give_bonus(*, enrolment: Enrolment, user: User, amount: Decimal, reason: str) -> LedgerEntry:
    """Promise a worker a bonus, within the budgets."""
    if amount <= 0:
        raise Invalid("A bonus must be more than zero.", field="amount")
    return _enter(enrolment, user, Kind.BONUS, amount, reason)


def adjust_pay(*, enrolment: Enrolment, user: User, amount: Decimal, reason: str) -> LedgerEntry:
    """Correct a worker's pay, up or down, but not below zero."""
    if not amount:
        raise Invalid("An adjustment cannot be zero.", field="amount")
    return _enter(enrolment, user, Kind.ADJUSTED, amount, reason)


def _enter(
    enrolment: Enrolment, user: User, kind: LedgerEntry.Kind, amount: Decimal, reason: str
) -> LedgerEntry:
    reason = check_entry(amount, reason)
    with transaction.atomic():
        enrolment = (
            Enrolment.objects.select_for_update(of=("self",), no_key=True)
            .select_related("campaign__dataset__project")
            .get(pk=enrolment.pk)
        )
        campaign = enrolment.campaign
        if enrolment.of_program:
            raise Conflict(NOBODY)
        check_currency(campaign)
        if amount < 0 and unpaid_of(enrolment) + amount < 0:
            raise Conflict(
                "This is more than the worker is owed. Enter a smaller amount.", field="amount"
            )
        entry = LedgerEntry.objects.create(
            enrolment=enrolment,
            campaign=campaign,
            kind=kind,
            amount=amount,
            reason=reason,
            user=user,
        )
        draw(Budgets.of(campaign, enrolment), with_fee(campaign, amount))
        record_worker_event(
            f"pay.{kind}",
            enrolment,
            user,
            object_id=entry.pk,
            amount=str(amount),
            currency=campaign.currency,
            reason=reason,
        )
    return entry


def has_extra(campaign: str = "pk") -> Exists:
    """Return whether a campaign has entries in addition to rewards, as a subquery on campaigns."""
    return Exists(LedgerEntry.objects.filter(campaign=OuterRef(campaign), kind__in=EXTRA))


def unpaid_of(enrolment: Enrolment) -> Decimal:
    """Return a worker's unpaid earnings, including waiting payments."""
    sums = dict(
        enrolment.ledger.order_by()
        .values_list("kind")
        .annotate(total=Sum("amount"))
        .values_list("kind", "total")
    )
    return unpaid(enrolment.owing * Decimal(enrolment.campaign.reward), sums)


def unpaid(earned: Decimal, sums: Mapping[str, Decimal]) -> Decimal:
    """Return the sum owed, from the earnings and the sums of the ledger."""
    extra = sum((sums.get(kind, Decimal(0)) for kind in EXTRA), Decimal(0))
    return earned + extra - sums.get(Kind.PAID, Decimal(0))


def check_currency(campaign: Campaign) -> None:
    """Raise Conflict if the campaign's currency is not that of its project's budget."""
    project = campaign.dataset.project
    if project.budget is not None and project.currency != campaign.currency:
        raise Conflict(
            f"The budget of the project is in {project.currency}, and this campaign pays in "
            f"{campaign.currency}. Remove the budget of the project first."
        )


def check_entry(amount: Decimal, reason: str) -> str:
    """Return the reason of an entry with normalized white space; raise Invalid if the reason or the
    amount is not allowed."""
    wrong_length = f"Enter a reason of 1 to {MAX_REASON_LENGTH} characters. The worker will see it."
    reason = reason_of(reason, MAX_REASON_LENGTH, wrong_length)
    if abs(amount) > LARGEST or amount != amount.quantize(THOUSANDTH):
        raise Invalid(
            f"Enter an amount of at most {LARGEST:,}, with at most three decimals.", field="amount"
        )
    return reason
