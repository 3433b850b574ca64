"""Say what a message about a file advises in the words of the pages: with fields, not options."""

import re

TABLES = "under Tables"
MATRIX = "“items, with a column for each worker” in “Rows of the table”"
# Options of the program, and the fields of the page that do the same.
FIELDS = (
    (r": --repeats first, last or all", f" in “Second answers of a worker to an item” {TABLES}"),
    (
        r"with --wide items or --columns (.+)(?=\.$)",
        rf"{MATRIX}, or write \1 in “Columns”, {TABLES}",
    ),
    (
        r"all columns with --wide items, or some with --columns (.+)(?=\.$)",
        rf"{MATRIX} for all columns, or write some in “Columns”, such as \1, {TABLES}",
    ),
    (r", such as --columns (.+)(?=\.$)", rf" in “Columns” {TABLES}, such as \1"),
    (r": --columns (.+)(?=\.$)", rf" in “Columns” {TABLES}, such as \1"),
    (r", (?:such as|as in) --control .+(?=\.$)", " below"),
    (r" \(--spans\)", ": choose the scheme Spans"),
    (r" \(--labels\)", ": choose the scheme Labels"),
    (r"Read the file with --spans", "Choose the scheme Spans"),
    (r"Read the file with --labels", "Choose the scheme Labels"),
)


def as_on_page(message: str) -> str:
    """Return a message with the page's fields instead of the program's options.

    >>> as_on_page("Choose one of its controls, such as --control mood.")
    'Choose one of its controls below.'
    """
    for option, field in FIELDS:
        message = re.sub(option, field, message)
    return message
