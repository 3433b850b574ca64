"""Read workers' earnings, the decisions about them, and what is paid and owed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import QuerySet, Sum
from django.db.models.functions import Coalesce

from annotation.models import Campaign, Enrolment, LedgerEntry, PaymentLine, Worker
from annotation.services.pay.ledger import unpaid

Kind = LedgerEntry.Kind
ZERO = Decimal(0)


@dataclass(frozen=True)
class Balance:
    """The pay of one or several workers: `earned` by judgments that are not rejected, of which
    `approved`, and by `bonus`, `adjusted` and `compensation`. `waiting` is sent: in lists that are
    not confirmed as paid yet."""

    earned: Decimal = ZERO
    approved: Decimal = ZERO
    rejected: Decimal = ZERO
    bonus: Decimal = ZERO
    adjusted: Decimal = ZERO
    compensation: Decimal = ZERO
    waiting: Decimal = ZERO
    paid: Decimal = ZERO

    @property
    def extra(self) -> Decimal:
        """Return everything in addition to rewards."""
        return self.bonus + self.adjusted + self.compensation

    @property
    def total(self) -> Decimal:
        """Return everything ever earned, paid or not."""
        return self.earned + self.extra

    @property
    def owed(self) -> Decimal:
        sums: dict[str, Decimal] = {
            Kind.BONUS: self.bonus,
            Kind.ADJUSTED: self.adjusted,
            Kind.COMPENSATION: self.compensation,
            Kind.PAID: self.paid,
        }
        return unpaid(self.earned, sums)

    @property
    def settled(self) -> Decimal:
        """Return everything approved: rewards, bonuses, adjustments and compensations, whether or
        not sent or paid."""
        return self.approved + self.extra

    @property
    def to_review(self) -> Decimal:
        return self.earned - self.approved

    @property
    def payable(self) -> Decimal:
        """Return the sum that is approved and neither paid nor in a batch."""
        return self.settled - self.paid - self.waiting


def balance_of(enrolment: Enrolment) -> Balance:
    return balances_of([enrolment], enrolment.campaign)[0]


def balances_of(enrolments: Sequence[Enrolment], campaign: Campaign | None = None) -> list[Balance]:
    """Return the balance of each of these workers, in this campaign or each in their own, with two
    queries. Simulated workers have a balance of zero, whatever was decided before they were
    recognized as such."""
    people = [one.pk for one in enrolments if not one.of_program]
    entries = LedgerEntry.objects.filter(enrolment__in=people)
    lines = PaymentLine.objects.filter(enrolment__in=people)
    sums = _sums(entries, "enrolment_id")
    waiting_lines = (
        lines.filter(status=PaymentLine.Status.WAITING).order_by().values_list("enrolment_id")
    )
    waiting = dict(waiting_lines.annotate(total=Sum("amount")).values_list("enrolment_id", "total"))
    return [
        Balance(
            earned=one.owing * Decimal((campaign or one.campaign).reward),
            waiting=waiting.get(one.pk, ZERO),
            **{str(kind): sums.get((one.pk, kind), ZERO) for kind in Kind.values},
        )
        for one in enrolments
    ]


def unpaid_by_campaign(worker: Worker) -> list[tuple[Campaign, Decimal]]:
    """Return what is still to be paid to a worker, by campaign."""
    rows = list(worker.enrolments.select_related("campaign").order_by("pk"))
    balances = zip(rows, balances_of(rows), strict=True)
    return [(one.campaign, left.owed) for one, left in balances if left.owed > 0]


def balance_of_campaign(campaign: Campaign) -> Balance:
    owing = campaign.enrolments.aggregate(sum=Coalesce(Sum("owing"), 0))["sum"]
    of_people = {"enrolment__of_program": False}
    sums = _sums(LedgerEntry.objects.filter(campaign=campaign, **of_people), "campaign_id")
    lines = PaymentLine.objects.filter(batch__campaign=campaign, **of_people)
    waiting = lines.filter(status=PaymentLine.Status.WAITING).aggregate(sum=Sum("amount"))["sum"]
    return Balance(
        earned=owing * Decimal(campaign.reward),
        waiting=waiting or ZERO,
        **{str(kind): sums.get((campaign.pk, kind), ZERO) for kind in Kind.values},
    )


def payable(enrolments: Iterable[Enrolment], campaign: Campaign) -> list[tuple[Enrolment, Decimal]]:
    """Return the workers with a sum to be paid now, and the sums."""
    listed = list(enrolments)
    found = zip(listed, balances_of(listed, campaign), strict=True)
    return [(one, balance.payable) for one, balance in found if balance.payable > 0]


def _sums(entries: QuerySet[LedgerEntry], by: str) -> dict[tuple[int, str], Decimal]:
    rows = entries.order_by().values_list(by, "kind").annotate(total=Sum("amount"))
    return {(key, kind): total for key, kind, total in rows.values_list(by, "kind", "total")}
