"""Payment batches: what is approved and unpaid, by the source of the workers.

A batch waits until the platform or bank reports the outcome of each line; only then the ledger
records it as paid."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.db import connection, transaction
from django.db.models import QuerySet
from django.db.models.functions import Now

from annotation.events import PaymentsSettling, emit
from annotation.models import (
    Campaign,
    Enrolment,
    Judgment,
    LedgerEntry,
    PaymentBatch,
    PaymentLine,
    User,
    Worker,
)
from annotation.services.audit import record_event
from annotation.services.errors import Conflict, Invalid
from annotation.services.pay.balance import payable
from annotation.services.pay.pay_split import Split, enter_declined, enter_places, splits_of
from annotation.services.pay.payment_answers import Answer, WrongRows, read_answer

Status = PaymentLine.Status

# Each judgment paid by a line is marked, so that no other line pays it again. A line paid with a
# place marks only as many as it pays, the oldest; a list marks all others.
MARK = """
UPDATE annotation_judgment judgment SET payment_id = unpaid.line
FROM (
    SELECT line.id AS line, found.id AS judgment, round(line.amount / campaign.reward) AS share,
           row_number() OVER (PARTITION BY line.id ORDER BY found.id) AS place
    FROM annotation_paymentline line
    JOIN annotation_assignment assignment ON assignment.enrolment_id = line.enrolment_id
    JOIN annotation_judgment found ON found.assignment_id = assignment.id
    JOIN annotation_campaign campaign ON campaign.id = found.campaign_id AND campaign.reward > 0
    WHERE line.batch_id = %(batch)s AND found.took_slot AND found.campaign_id = %(campaign)s
      AND found.review IN ('accepted', 'set_aside') AND found.payment_id IS NULL
) unpaid
WHERE judgment.id = unpaid.judgment AND (NOT %(with_places)s OR unpaid.place <= unpaid.share)
"""
COUNT = """
UPDATE annotation_paymentline line SET judgments = paid.judgments
FROM (SELECT payment_id, count(*) AS judgments FROM annotation_judgment
      WHERE payment_id IN (SELECT id FROM annotation_paymentline WHERE batch_id = %s)
      GROUP BY payment_id) paid
WHERE line.id = paid.payment_id
"""


@dataclass(frozen=True)
class Payable:
    """The workers from one source with a sum to be paid now, and how the sum is divided.

    The platform pays `places` for the `completed` ones, and a list pays `listed`. `pending` may be
    paid with places later, once they are complete or decided; `remainder` is less than a cent per
    worker. The places are `estimated` unless the platform has reported all of them."""

    source: str
    workers: int
    listed: Decimal
    places: Decimal = Decimal(0)
    pending: Decimal = Decimal(0)
    remainder: Decimal = Decimal(0)
    estimated: bool = False
    completed: int = 0

    @property
    def amount(self) -> Decimal:
        """Return the total that can be paid now, by list or platform."""
        return self.listed + self.places

    @property
    def label(self) -> str:
        return Worker.Source(self.source).label


def payable_by_source(campaign: Campaign) -> list[Payable]:
    found: dict[str, list[Split]] = {}
    for one in splits_of(payable(_reviewed(campaign), campaign), campaign):
        found.setdefault(one.enrolment.worker.source, []).append(one)
    return [_payable(source, splits) for source, splits in sorted(found.items())]


def make_batch(
    *, campaign: Campaign, user: User, source: str, with_places: bool = True
) -> PaymentBatch:
    """List everything approved and unpaid for the workers from a source. Less than a cent is
    carried over to the next list.

    The part that the platform pays with the submissions becomes a separate list. It is paid where
    the platform reported it, and otherwise waits for the researcher's confirmation. Without
    `with_places` only the reported part is taken off."""
    if source not in Worker.Source.values:
        raise Invalid("Choose a source of workers.", field="source")
    with transaction.atomic():
        workers = _reviewed(campaign).filter(worker__source=source).order_by("pk")
        locked = workers.select_for_update(of=("self",), no_key=True)
        splits = splits_of(payable(locked, campaign), campaign, with_places=with_places)
        reported, expected = _list_places(campaign, user, source, splits)
        batch = _fill(campaign, user, source, [(one, one.rest) for one in splits])
        if batch is not None:
            enter_declined(splits, locked_lines(batch))
        made = batch or expected or reported
        if made is None:
            raise Conflict("There is no approved pay to send.")
    return made


def _list_places(
    campaign: Campaign, user: User, source: str, splits: Sequence[Split]
) -> tuple[PaymentBatch | None, PaymentBatch | None]:
    """List what the platform pays with the submissions: what it reported, and what is expected."""
    made: list[PaymentBatch | None] = []
    for is_known in (True, False):
        chosen = [one.only_places(is_known=is_known) for one in splits]
        sums = [(one, one.with_places) for one in chosen]
        batch = _fill(campaign, user, source, sums, with_places=True)
        if batch is not None:
            enter_places(chosen, locked_lines(batch))
            if is_known:
                settle_lines(batch, locked_lines(batch), Status.PAID, user, "with the submission")
        made.append(batch)
    reported, expected = made
    return reported, expected


def _payable(source: str, splits: Sequence[Split]) -> Payable:
    def total(name: str) -> Decimal:
        return sum((getattr(one, name) for one in splits), Decimal(0))

    return Payable(
        source,
        workers=sum(bool(one.rest or one.places) for one in splits),
        listed=total("rest"),
        places=total("with_places"),
        pending=total("pending"),
        remainder=total("remainder"),
        estimated=any(one.is_estimated for one in splits),
        completed=sum(len(one.places) for one in splits),
    )


def _fill(
    campaign: Campaign,
    user: User,
    source: str,
    sums: Sequence[tuple[Split, Decimal]],
    *,
    with_places: bool = False,
) -> PaymentBatch | None:
    """Return a new batch with a line for each sum; None if there is nothing to pay."""
    listed = [(one, amount) for one, amount in sums if amount]
    if not listed:
        return None
    batch = PaymentBatch.objects.create(campaign=campaign, source=source, user=user)
    lines = PaymentLine.objects.bulk_create(
        PaymentLine(batch=batch, enrolment=one.enrolment, amount=amount) for one, amount in listed
    )
    which = {"batch": batch.pk, "campaign": campaign.pk, "with_places": with_places}
    with connection.cursor() as cursor:
        cursor.execute(MARK, which)
        cursor.execute(COUNT, [batch.pk])
    _record("pay.batch_made", batch, user, workers=len(lines), amount=str(_sum(lines)))
    return batch


def settle_all(*, batch: PaymentBatch, user: User, paid: bool) -> int:
    """Mark all waiting lines as paid or failed; return their number."""
    with transaction.atomic():
        lines = [line for line in locked_lines(batch) if line.status == Status.WAITING]
        status = Status.PAID if paid else Status.FAILED
        emit(PaymentsSettling(lines, status))
        settle_lines(batch, lines, status, user, "" if paid else "cancelled")
    return len(lines)


def import_answer(*, batch: PaymentBatch, user: User, text: str) -> int:
    """Mark lines as paid or failed according to a file, and return how many changed.

    Either all rows are accepted or none. Importing the same file again changes nothing."""
    answers = list(read_answer(text))
    with transaction.atomic():
        lines = {line.enrolment.worker.external_id: line for line in locked_lines(batch)}
        errors: list[str] = []
        seen: set[str] = set()
        changed: dict[PaymentLine.Status, list[PaymentLine]] = {}
        for answer in answers:
            line = lines.get(answer.recipient)
            trouble = _problem(answer, line, seen)
            seen.add(answer.recipient)
            if trouble:
                errors.append(f"Row {answer.row}: {trouble}")
            elif line is not None and line.status != answer.status:
                changed.setdefault(answer.status, []).append(line)
        if errors:
            raise WrongRows(errors)
        for status, of_status in changed.items():
            emit(PaymentsSettling(of_status, status))
            settle_lines(batch, of_status, status, user, "")
    return sum(map(len, changed.values()))


def _sum(lines: Sequence[PaymentLine]) -> Decimal:
    return sum((Decimal(line.amount) for line in lines), Decimal(0))


def _problem(answer: Answer, line: PaymentLine | None, seen: set[str]) -> str:
    if line is None:
        return "this id is not in the list."
    if answer.recipient in seen:
        return "this id is in the file twice."
    if line.amount != answer.amount:
        return f"the list says {line.amount:.2f}, not {answer.amount}."
    if line.status not in (Status.WAITING, answer.status):
        return f"this payment is already marked as {line.status}."
    return ""


def settle_lines(
    batch: PaymentBatch,
    lines: Sequence[PaymentLine],
    status: PaymentLine.Status,
    user: User | None,
    note: str,
) -> None:
    """Settle waiting lines. Failed ones can be paid in another batch."""
    if not lines:
        return
    keys = [line.pk for line in lines]
    PaymentLine.objects.filter(pk__in=keys).update(status=status, settled_at=Now(), note=note)
    if status == Status.PAID:
        LedgerEntry.objects.bulk_create(
            LedgerEntry(
                enrolment=line.enrolment,
                campaign=batch.campaign,
                kind=LedgerEntry.Kind.PAID,
                amount=line.amount,
                line=line,
                user=user,
            )
            for line in lines
        )
    else:
        Judgment.objects.filter(payment__in=keys).update(payment=None)
    total = _sum(lines)
    _record(f"pay.{status}", batch, user, workers=len(lines), amount=str(total))


def _reviewed(campaign: Campaign) -> QuerySet[Enrolment]:
    """Return the workers with decisions about their pay."""
    decided = LedgerEntry.objects.filter(campaign=campaign).values("enrolment")
    return Enrolment.objects.filter(pk__in=decided).select_related("worker")


def lines_of(batch: PaymentBatch) -> QuerySet[PaymentLine]:
    return batch.lines.select_related("enrolment__worker").order_by("pk")


def locked_lines(batch: PaymentBatch) -> list[PaymentLine]:
    """Lock and return the lines of a batch, after the rows of their workers."""
    theirs = Enrolment.objects.filter(payments__batch=batch).order_by("pk")
    list(theirs.select_for_update(of=("self",), no_key=True).values_list("pk"))
    return list(lines_of(batch).select_for_update(of=("self",), no_key=True))


def _record(verb: str, batch: PaymentBatch, user: User | None, **details: object) -> None:
    campaign = batch.campaign
    record_event(
        verb,
        project=None,
        campaign=campaign,
        user=user,
        worker=None,
        object_id=batch.pk,
        currency=campaign.currency,
        source=batch.source,
        **details,
    )
