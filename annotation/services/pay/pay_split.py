"""Divide what is approved and unpaid: what a platform pays with the place, what a list pays, and
the fraction of a cent that is carried over."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Exists, OuterRef, QuerySet, Sum

from annotation.models import Campaign, Enrolment, PaymentBatch, PaymentLine, PlacePayment
from annotation.services.pay.balance import Balance
from annotation.services.pay.due import Due, due_to
from midpath.text.formatting import payable_part

ZERO = Decimal(0)


@dataclass(frozen=True)
class Split:
    """The approved and unpaid sum of one worker, divided: the platform pays `places` and may pay
    `pending`, `rest` is for a list, and `remainder` is too small to be paid. `declined` are places
    that a researcher chose to pay in the list."""

    enrolment: Enrolment
    rest: Decimal
    remainder: Decimal = ZERO
    pending: Decimal = ZERO
    places: Sequence[tuple[Due, Decimal]] = ()
    declined: Sequence[Due] = ()

    @property
    def with_places(self) -> Decimal:
        return sum((amount for _, amount in self.places), ZERO)

    @property
    def is_estimated(self) -> bool:
        return any(not due.is_known for due, _ in self.places)

    def only_places(self, *, is_known: bool) -> "Split":
        """Return only the places that their platform reported, or only the others."""
        chosen = [one for one in self.places if one[0].is_known == is_known]
        return Split(self.enrolment, ZERO, places=chosen)


@dataclass(frozen=True)
class Shares:
    """One worker's earnings by who pays them, paid yet or not: the platform's rewards for places
    cover `with_place`, a payment list pays `as_bonus`. `remainder` is the part of that below a
    cent."""

    with_place: Decimal
    as_bonus: Decimal
    remainder: Decimal


def splits_of(
    payable: Sequence[tuple[Enrolment, Decimal]], campaign: Campaign, *, with_places: bool = True
) -> list[Split]:
    """Divide sums. Without `with_places`, only what the platform reported is taken off."""
    due = due_to([one for one, _ in payable], campaign)
    return [
        _split(one, amount, campaign.currency, due.get(one.pk, []), with_places)
        for one, amount in payable
    ]


def shares_of(enrolment: Enrolment, balance: Balance) -> Shares:
    """Return who pays which part of a worker's earnings."""
    campaign = enrolment.campaign
    lines = PaymentLine.objects.filter(enrolment=enrolment).exclude(status="failed")
    by_platform = lines.filter(Exists(places_of_lines())).aggregate(sum=Sum("amount"))["sum"]
    listed = balance.paid + balance.waiting
    due = due_to([enrolment], campaign).get(enrolment.pk, [])
    unlisted = max(balance.total - listed, ZERO)
    with_place = (by_platform or ZERO) + min(sum((one.left for one in due), ZERO), unlisted)
    bonus = max(balance.total - with_place, ZERO)
    part = payable_part(bonus, campaign.currency)
    return Shares(with_place, part, bonus - part)


def places_of_lines() -> QuerySet[PlacePayment]:
    """Return the place parts of a payment line, for an Exists over lines."""
    return PlacePayment.objects.filter(line=OuterRef("pk"), by_bonus=False)


def with_kinds(batches: QuerySet[PaymentBatch]) -> QuerySet[PaymentBatch]:
    """Annotate each list with whether a platform pays it `with_places`."""
    own = PlacePayment.objects.filter(line__batch=OuterRef("pk"), by_bonus=False)
    return batches.annotate(with_places=Exists(own))


def is_paid_with_places(batch: PaymentBatch) -> bool:
    """Return whether a platform pays a list with the places, so that nothing must be sent."""
    return PlacePayment.objects.filter(line__batch=batch, by_bonus=False).exists()


def enter_places(splits: Sequence[Split], lines: Sequence[PaymentLine]) -> None:
    """Record which part of a payment belongs to which place."""
    by_enrolment = {line.enrolment_id: line for line in lines}
    PlacePayment.objects.bulk_create(
        PlacePayment(
            submission=due.submission,
            line=by_enrolment[one.enrolment.pk],
            amount=amount,
            reward=None if due.is_known else due.reward,
        )
        for one in splits
        for due, amount in one.places
    )


def enter_declined(splits: Sequence[Split], lines: Sequence[PaymentLine]) -> None:
    """Record which places are paid in a list, so that later lists do not take them off."""
    by_enrolment = {line.enrolment_id: line for line in lines}
    PlacePayment.objects.bulk_create(
        PlacePayment(
            submission=due.submission,
            line=by_enrolment[one.enrolment.pk],
            amount=due.left,
            reward=due.reward,
            by_bonus=True,
        )
        for one in splits
        if one.enrolment.pk in by_enrolment
        for due in one.declined
    )


def _split(
    enrolment: Enrolment, amount: Decimal, currency: str, due: Sequence[Due], with_places: bool
) -> Split:
    declined = [] if with_places else [one for one in due if not one.is_known]
    rest, pending, places = amount, ZERO, list[tuple[Due, Decimal]]()
    for one in due:
        part = min(one.left, rest)
        if part <= 0 or one in declined:
            continue
        rest -= part
        if one.waits:
            pending += part
        else:
            places.append((one, part))
    paid = payable_part(rest, currency)
    gone = [one for one in declined if not one.waits]
    return Split(enrolment, paid, rest - paid, pending, places, gone)
