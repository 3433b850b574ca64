"""Read the outcome of payments from a platform or bank: a file with a row for each."""

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from io import StringIO

from annotation.models import PaymentLine
from annotation.services.errors import Invalid

MAX_LINES = 20_000
MAX_ERRORS = 20
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


@dataclass(frozen=True)
class Answer:
    """The outcome of one payment, from a row of a file."""

    row: int
    recipient: str
    amount: Decimal
    status: PaymentLine.Status


class WrongRows(Invalid):
    """A file with invalid rows; no row of it is accepted."""

    def __init__(self, errors: Sequence[str]) -> None:
        shown = " ".join(errors[:MAX_ERRORS])
        more = len(errors) - MAX_ERRORS
        super().__init__(shown + (f" And {more:,} more." if more > 0 else ""), field="file")
        self.errors = errors


def read_answer(text: str) -> Iterator[Answer]:
    """Read rows of an id, an amount and optionally a status: paid or failed. A header row is
    skipped."""
    errors, found = [], []
    for number, row in enumerate(csv.reader(StringIO(text.lstrip("\ufeff"))), start=1):
        cells = [cell.strip().lstrip("'") for cell in row]
        if not any(cells) or (number == 1 and len(cells) > 1 and not _is_amount(cells[1])):
            continue
        if number > MAX_LINES:
            raise Invalid(f"A file can have at most {MAX_LINES:,} rows.", field="file")
        status = SAID.get(cells[2].lower() if len(cells) > 2 else "")
        if len(cells) < 2 or not _is_amount(cells[1]):
            errors.append(f"Row {number}: write the id, a comma and the amount.")
        elif status is None:
            errors.append(f"Row {number}: the status must be “paid” or “failed”.")
        else:
            found.append(Answer(number, cells[0], Decimal(cells[1]), status))
    if errors:
        raise WrongRows(errors)
    if not found:
        raise Invalid("The file contains no payments.", field="file")
    yield from found


def _is_amount(cell: str) -> bool:
    try:
        return Decimal(cell).is_finite()
    except InvalidOperation:
        return False
