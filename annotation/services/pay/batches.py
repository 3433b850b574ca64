"""Pay in batches: what is approved and unpaid, by the source from which the workers came.

A batch only waits until the platform or bank says what became of each line; only then the ledger
says that it is paid."""

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from io import StringIO
from typing import Any

from django.db import connection, transaction
from django.db.models import QuerySet
from django.db.models.functions import Now

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
from annotation.services.pay.in_flight import settle_by_hand
from annotation.services.pay.places import Split, enter_places, splits_of

MOST_LINES = 20_000
MOST_ERRORS = 20
Status = PaymentLine.Status
SAID: Mapping[str, PaymentLine.Status] = {
    "": Status.PAID,
    "paid": Status.PAID,
    "success": Status.PAID,
    "completed": Status.PAID,
    "failed": Status.FAILED,
    "returned": Status.FAILED,
    "denied": Status.FAILED,
}

# Each judgment that a line pays is marked, so that no other pays it again.
MARK = """
UPDATE annotation_judgment judgment SET payment_id = line.id
FROM annotation_paymentline line JOIN annotation_assignment assignment
    ON assignment.enrolment_id = line.enrolment_id
WHERE line.batch_id = %s AND judgment.assignment_id = assignment.id AND judgment.took_slot
  AND judgment.campaign_id = %s AND judgment.review IN ('accepted', 'set_aside')
  AND judgment.payment_id IS NULL
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
    """The workers from one source who can be put into a batch now, and their sum. `places` of it
    was paid by Prolific with the place. `held`, which is not of it, waits for their submissions to
    be approved."""

    source: str
    workers: int
    amount: Decimal
    places: Decimal = Decimal(0)
    held: Decimal = Decimal(0)

    @property
    def label(self) -> str:
        return Worker.Source(self.source).label


@dataclass(frozen=True)
class Answer:
    """The fate of one payment, as a row of a file tells it."""

    row: int
    recipient: str
    amount: Decimal
    status: PaymentLine.Status


class WrongRows(Invalid):
    """A file of which some rows cannot be taken; none is."""

    def __init__(self, errors: Sequence[str]) -> None:
        shown = " ".join(errors[:MOST_ERRORS])
        more = len(errors) - MOST_ERRORS
        super().__init__(shown + (f" And {more:,} more." if more > 0 else ""), field="file")
        self.errors = errors


def payable_by_source(campaign: Campaign) -> list[Payable]:
    found: dict[str, list[Split]] = {}
    for one in splits_of(payable(_reviewed(campaign), campaign), campaign):
        if one.rest or one.held or one.places:
            found.setdefault(one.enrolment.worker.source, []).append(one)
    return [_payable(source, splits) for source, splits in sorted(found.items())]


def make_batch(*, campaign: Campaign, user: User, source: str) -> PaymentBatch:
    """Put all that is approved and unpaid of the workers from a source into a batch. Less than a
    cent stays for the next one. What Prolific paid with the places becomes a batch of its own,
    which is paid."""
    if source not in Worker.Source.values:
        raise Invalid("Choose where the workers come from.", field="source")
    with transaction.atomic():
        workers = _reviewed(campaign).filter(worker__source=source).order_by("pk")
        locked = workers.select_for_update(of=("self",), no_key=True)
        splits = splits_of(payable(locked, campaign), campaign)
        places = _fill(campaign, user, source, [(one, one.with_places) for one in splits])
        if places is not None:
            enter_places(splits, locked_lines(places))
            settle_lines(places, locked_lines(places), Status.PAID, user, "with the place")
        batch = _fill(campaign, user, source, [(one, one.rest) for one in splits])
        made = batch or places
        if made is None:
            raise Conflict("Nothing is approved and unpaid: there is nothing to pay.")
    return made


def _payable(source: str, splits: Sequence[Split]) -> Payable:
    places = sum((one.with_places for one in splits), Decimal(0))
    rest = sum((one.rest for one in splits), Decimal(0))
    held = sum((one.held for one in splits), Decimal(0))
    workers = sum(bool(one.rest or one.places) for one in splits)
    return Payable(source, workers, rest + places, places, held)


def _fill(
    campaign: Campaign, user: User, source: str, sums: Sequence[tuple[Split, Decimal]]
) -> PaymentBatch | None:
    """Return a new batch with a line for each sum; None if there is nothing to pay."""
    listed = [(one, amount) for one, amount in sums if amount]
    if not listed:
        return None
    batch = PaymentBatch.objects.create(campaign=campaign, source=source, user=user)
    lines = PaymentLine.objects.bulk_create(
        PaymentLine(batch=batch, enrolment=one.enrolment, amount=amount) for one, amount in listed
    )
    with connection.cursor() as cursor:
        cursor.execute(MARK, [batch.pk, campaign.pk])
        cursor.execute(COUNT, [batch.pk])
    _record("pay.batch_made", batch, user, workers=len(lines), amount=str(_sum(lines)))
    return batch


def settle_all(*, batch: PaymentBatch, user: User, paid: bool) -> int:
    """Mark all lines that wait as paid, or as failed; return how many."""
    with transaction.atomic():
        lines = [line for line in locked_lines(batch) if line.status == Status.WAITING]
        status = Status.PAID if paid else Status.FAILED
        settle_by_hand(lines, status)
        settle_lines(batch, lines, status, user, "" if paid else "taken back")
    return len(lines)


def import_answer(*, batch: PaymentBatch, user: User, text: str) -> int:
    """Mark lines as paid or failed as a file says, and return how many changed.

    All rows are taken or none. The same file a second time changes nothing."""
    answers = list(read_answer(text))
    with transaction.atomic():
        lines = {line.enrolment.worker.external_id: line for line in locked_lines(batch)}
        errors: list[str] = []
        seen: set[str] = set()
        changed: dict[PaymentLine.Status, list[PaymentLine]] = {}
        for answer in answers:
            line = lines.get(answer.recipient)
            trouble = _trouble(answer, line, seen)
            seen.add(answer.recipient)
            if trouble:
                errors.append(f"Row {answer.row}: {trouble}")
            elif line is not None and line.status != answer.status:
                changed.setdefault(answer.status, []).append(line)
        if errors:
            raise WrongRows(errors)
        for status, of_status in changed.items():
            settle_by_hand(of_status, status)
            settle_lines(batch, of_status, status, user, "")
    return sum(map(len, changed.values()))


def read_answer(text: str) -> Iterator[Answer]:
    """Read lines of an id, an amount and, if it is there, a status: paid or failed. A line of
    headings is left out."""
    errors, found = [], []
    for number, row in enumerate(csv.reader(StringIO(text.lstrip("\ufeff"))), start=1):
        cells = [cell.strip().lstrip("'") for cell in row]
        if not any(cells) or (number == 1 and len(cells) > 1 and not _is_amount(cells[1])):
            continue
        if number > MOST_LINES:
            raise Invalid(f"A file has at most {MOST_LINES:,} rows.", field="file")
        status = SAID.get(cells[2].lower() if len(cells) > 2 else "")
        if len(cells) < 2 or not _is_amount(cells[1]):
            errors.append(f"Row {number}: write the id, a comma and the amount.")
        elif status is None:
            errors.append(f"Row {number}: the status is neither paid nor failed.")
        else:
            found.append(Answer(number, cells[0], Decimal(cells[1]), status))
    if errors:
        raise WrongRows(errors)
    if not found:
        raise Invalid("The file has no payment.", field="file")
    yield from found


def _sum(lines: Sequence[PaymentLine]) -> Decimal:
    return sum((Decimal(line.amount) for line in lines), Decimal(0))


def _is_amount(cell: str) -> bool:
    try:
        return Decimal(cell).is_finite()
    except InvalidOperation:
        return False


def _trouble(answer: Answer, line: PaymentLine | None, seen: set[str]) -> str:
    if line is None:
        return "this id is not in the batch."
    if answer.recipient in seen:
        return "this id stands in the file twice."
    if line.amount != answer.amount:
        return f"the batch says {line.amount:.2f}, not {answer.amount}."
    if line.status not in (Status.WAITING, answer.status):
        return f"this payment was marked as {line.status} before."
    return ""


def settle_lines(
    batch: PaymentBatch,
    lines: Sequence[PaymentLine],
    status: PaymentLine.Status,
    user: User | None,
    note: str,
) -> None:
    """Settle lines that wait. What failed can be paid in another batch."""
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
    """Return the workers about whose pay something was decided."""
    decided = LedgerEntry.objects.filter(campaign=campaign).values("enrolment")
    return Enrolment.objects.filter(pk__in=decided).select_related("worker")


def lines_of(batch: PaymentBatch) -> QuerySet[PaymentLine]:
    return batch.lines.select_related("enrolment__worker").order_by("pk")


def locked_lines(batch: PaymentBatch) -> list[PaymentLine]:
    """Lock and return the lines of a batch, after the rows of their workers."""
    theirs = Enrolment.objects.filter(payments__batch=batch).order_by("pk")
    list(theirs.select_for_update(of=("self",), no_key=True).values_list("pk"))
    return list(lines_of(batch).select_for_update(of=("self",), no_key=True))


def _record(verb: str, batch: PaymentBatch, user: User | None, **details: Any) -> None:
    campaign = batch.campaign
    told: dict[str, Any] = {"currency": campaign.currency, "source": batch.source} | details
    record_event(verb, campaign=campaign, user=user, object_id=batch.pk, **told)
