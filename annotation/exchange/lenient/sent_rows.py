"""Read rows sent by a program, valid and invalid ones."""

from contextlib import suppress

from annotation.exchange.lenient.forgiving_rows import ForgivingRows
from annotation.exchange.lenient.reader import Reading
from annotation.exchange.readers import LINES, kind_of_lines
from annotation.exchange.rows import QUESTIONS, TooMany


def read_sent(lines: str) -> Reading:
    """Return the contents of the rows as JSON lines; the first row determines their kind."""
    kind = kind_of_lines(lines)
    rows = ForgivingRows("jsonl", kind)
    if kind == QUESTIONS:
        rows.block(1, "", "Questions refer to documents, so they are imported all or not at all.")
    else:
        with suppress(TooMany):
            LINES[kind](lines, rows)
    return Reading(rows.parsed(), rows.faults)
