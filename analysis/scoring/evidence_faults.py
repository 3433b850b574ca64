"""The errors in evidence files, in the messages of commands."""

from typing import Protocol

from annotation.exchange.evidence.common_form import BadEvidence
from annotation.exchange.rows import RowError

FIRST = 5


class Output(Protocol):
    def write(self, msg: str) -> object: ...


def first_fault(path: str, bad: BadEvidence, errors: Output) -> str:
    """Return the first error as a message; write the next ones to `errors`."""
    for wrong in bad.errors[1:FIRST]:
        errors.write(f"{path}: {placed(wrong)}")
    many = len(bad.errors)
    more = f" {many:,} faults in all; nothing was read." if many > 1 else ""
    return f"{path}: {placed(bad.errors[0])}{more}"


def placed(wrong: RowError) -> str:
    line = f"line {wrong.row}" if wrong.row else ""
    place = ", ".join(filter(None, (line, wrong.column)))
    return f"{place}: {wrong.message}" if place else wrong.message
