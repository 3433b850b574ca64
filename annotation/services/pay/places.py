"""The pay that Prolific gives with a place, when a submission is approved there: it is no bonus, so
no list of payments holds it a second time."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from django.db.models import Sum

from annotation.models import (
    Campaign,
    Enrolment,
    PaymentLine,
    ProlificPlace,
    ProlificStudy,
    ProlificSubmission,
    Worker,
)
from annotation.money import payable_part

ZERO = Decimal(0)
Status = ProlificSubmission.Status
# Their place is not paid yet, and may be.
OPEN = (Status.WAITS, "ACTIVE", "RESERVED")


@dataclass(frozen=True)
class Split:
    """The approved and unpaid sum of one worker, divided: `places`, by submission, was paid with
    the place; `held` will be if the submission is approved; `rest` is to be paid."""

    enrolment: Enrolment
    rest: Decimal
    held: Decimal = ZERO
    places: dict[str, Decimal] = field(default_factory=dict)

    @property
    def with_places(self) -> Decimal:
        return sum(self.places.values(), ZERO)


def splits_of(payable: Sequence[tuple[Enrolment, Decimal]], campaign: Campaign) -> list[Split]:
    """Divide what can be paid: whole cents, or units of currencies without. The rest stays."""
    study = ProlificStudy.objects.filter(campaign=campaign).first()
    if study is None or study.reward is None or study.currency != campaign.currency:
        return [Split(one, payable_part(amount, campaign.currency)) for one, amount in payable]
    names = {
        one.worker.external_id for one, _ in payable if one.worker.source == Worker.Source.PROLIFIC
    }
    due = _due(study, names)
    parts = [(one, payable_part(amount, campaign.currency)) for one, amount in payable]
    return [_split(one, amount, due) for one, amount in parts]


def enter_places(splits: Sequence[Split], lines: Sequence[PaymentLine]) -> None:
    """Keep which part of a payment is which place's."""
    by_enrolment = {line.enrolment_id: line for line in lines}
    ProlificPlace.objects.bulk_create(
        ProlificPlace(submission=submission, line=by_enrolment[one.enrolment.pk], amount=amount)
        for one in splits
        for submission, amount in one.places.items()
    )


def _due(
    study: ProlificStudy, names: Collection[str]
) -> dict[str, list[tuple[ProlificSubmission, Decimal]]]:
    """Return the submissions of participants with what of their reward is not in the ledger."""
    reward = Decimal(study.reward or 0) / 100
    theirs = study.submissions.filter(
        participant__in=names, status__in=(Status.APPROVED, *OPEN)
    ).order_by("pk")
    places = ProlificPlace.objects.filter(submission__in=theirs.values("submission")).order_by()
    entered = dict(places.values_list("submission").annotate(total=Sum("amount")))
    found: dict[str, list[tuple[ProlificSubmission, Decimal]]] = {}
    for one in theirs:
        left = reward - entered.get(one.submission, ZERO)
        if left > 0:
            found.setdefault(one.participant, []).append((one, left))
    return found


def _split(
    enrolment: Enrolment,
    amount: Decimal,
    due: dict[str, list[tuple[ProlificSubmission, Decimal]]],
) -> Split:
    rest, held, places = amount, ZERO, dict[str, Decimal]()
    theirs = enrolment.worker.source == Worker.Source.PROLIFIC
    for one, left in due.get(enrolment.worker.external_id, []) if theirs else []:
        part = min(left, rest)
        if part <= 0:
            break
        rest -= part
        if one.status == Status.APPROVED:
            places[one.submission] = part
        else:
            held += part
    return Split(enrolment, rest, held, places)
