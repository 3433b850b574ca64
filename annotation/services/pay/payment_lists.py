"""Export a payment list as files: for Prolific's bulk bonuses, for a bank or PayPal."""

import csv
from io import StringIO

from django.db.models import Exists, QuerySet

from annotation.models import PaymentBatch, PaymentLine
from annotation.services.pay.batches import lines_of
from annotation.services.pay.pay_split import places_of_lines
from midpath.exchange.spreadsheets import harmless
from midpath.text.formatting import as_paid

# Prolific recommends at most this many bonuses at once.
AT_ONCE = 200
Status = PaymentLine.Status


def bonus_list(batch: PaymentBatch, part: int | None = None) -> str:
    """Return the batch in Prolific's bulk bonus format: a line for each participant, with their id
    and the amount. A part, counted from 1, is what Prolific accepts at once."""
    lines = list(_listed(batch))
    if part is not None:
        lines = lines[(part - 1) * AT_ONCE : part * AT_ONCE]
    currency = batch.campaign.currency
    return "".join(f"{_id(line)},{as_paid(line.amount, currency)}\n" for line in lines)


def parts_of(batch: PaymentBatch) -> int:
    """Return the number of parts of Prolific's list."""
    return -(-_listed(batch).count() // AT_ONCE)


def payout_csv(batch: PaymentBatch) -> str:
    """Return the batch in the payout format of banks and PayPal: recipient, amount, currency,
    reference, and the worker's payment address, if they entered one."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["recipient", "amount", "currency", "reference", "pay_to"])
    for line in _listed(batch):
        amount = as_paid(line.amount, batch.campaign.currency)
        pay_to = harmless(line.enrolment.worker.pay_to)
        row = [_id(line), amount, batch.campaign.currency, reference_of(line), pay_to]
        writer.writerow(row)
    return out.getvalue()


def reference_of(line: PaymentLine) -> str:
    return line.reference


def _listed(batch: PaymentBatch) -> QuerySet[PaymentLine]:
    """Return the lines for files. Erased workers have no id, and one line without an id makes the
    platform refuse the whole list. Files never include what a platform pays with the places."""
    rows = lines_of(batch).exclude(Exists(places_of_lines())).exclude(status=Status.FAILED)
    return rows.filter(enrolment__worker__erased_at=None)


def _id(line: PaymentLine) -> str:
    return harmless(line.enrolment.worker.external_id)
