"""Rows sent in one request, and their outcomes."""

from collections.abc import Iterable, Iterator, Mapping

from rest_framework import serializers

from annotation.api.basic_fields import Choice, Integer, String
from annotation.api.datasets import Rows
from annotation.api.fields import Form
from midpath.exchange.rows import RowError

MAX_ROWS = 10_000
MAX_BYTES = 8 * 2**20
# The outcomes of a row, and the choices of what to do if rows are invalid.
MADE, REPEATED, REFUSED = "made", "repeated", "refused"
REFUSE, LEAVE_OUT = "refuse", "leave_out"


class RowOutcome(Form):
    """The outcome of a row."""

    row = Integer("Its place in `rows`, from 1.")
    outcome = Choice(
        "`made`; `repeated`: it duplicates an earlier row; `refused`.", (MADE, REPEATED, REFUSED)
    )
    item = Integer("The number of its item; null where there is none.", allow_null=True)
    column = String("The column at fault; empty: none, or the whole row.")
    message = String("What is wrong and what to do; empty: nothing.")


class Faulty(serializers.ChoiceField):
    """The choice of what to do if some rows are invalid."""

    def __init__(self) -> None:
        super().__init__(
            (REFUSE, LEAVE_OUT),
            required=False,
            default=REFUSE,
            help_text=(
                "If rows are invalid: `refuse` creates nothing and lists them all, `leave_out` "
                "takes the others."
            ),
        )


def sent_rows(help_text: str) -> Rows:
    most = f"At least one, and at most {MAX_ROWS:,}."
    return Rows(allow_empty=False, max_length=MAX_ROWS, help_text=f"{help_text} {most}")


def outcomes(
    items: Mapping[int, int | None], faults: Iterable[RowError], again: str
) -> Iterator[dict[str, object]]:
    """Yield the outcome of each row, in order.

    items : the items of the accepted rows, by row
    again : the reason given for rows that repeat an earlier one
    """
    wrong = {fault.row: fault for fault in faults}
    for row in sorted({*items, *wrong}):
        fault = wrong.get(row)
        if fault is None:
            fields = {"outcome": MADE, "column": "", "message": ""}
        else:
            outcome = REPEATED if fault.reason == again else REFUSED
            fields = {"outcome": outcome, "column": fault.column, "message": fault.message}
        yield {"row": row, "item": None if fault else items[row], **fields}
