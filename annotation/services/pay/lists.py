"""A list of payments as files: for Prolific's bulk bonuses, for a bank or PayPal."""

import csv
from io import StringIO

from annotation.exchange.spreadsheets import harmless
from annotation.models import PaymentBatch, PaymentLine
from annotation.services.pay.batches import lines_of

# Prolific recommends no more bonuses at once.
AT_ONCE = 200
Status = PaymentLine.Status


def bonus_list(batch: PaymentBatch, part: int | None = None) -> str:
    """Return the batch as Prolific's bulk bonuses take it: a line for each participant, with their
    id and the amount. A part, counted from 1, is as much of it as Prolific takes at once."""
    lines = list(lines_of(batch).exclude(status=Status.FAILED))
    if part is not None:
        lines = lines[(part - 1) * AT_ONCE : part * AT_ONCE]
    return "".join(f"{_id(line)},{line.amount:.2f}\n" for line in lines)


def parts_of(batch: PaymentBatch) -> int:
    """Return into how many parts Prolific's list is split."""
    return -(-lines_of(batch).exclude(status=Status.FAILED).count() // AT_ONCE)


def payout_csv(batch: PaymentBatch) -> str:
    """Return the batch as banks and PayPal take payouts: recipient, amount, currency, reference."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["recipient", "amount", "currency", "reference"])
    for line in lines_of(batch).exclude(status=Status.FAILED):
        amount = f"{line.amount:.2f}"
        writer.writerow([_id(line), amount, batch.campaign.currency, reference_of(line)])
    return out.getvalue()


def reference_of(line: PaymentLine) -> str:
    return line.reference


def _id(line: PaymentLine) -> str:
    return harmless(line.enrolment.worker.external_id)
