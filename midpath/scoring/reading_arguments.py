"""The options of `score` and `compare` that say how to read tables of judgments."""

from argparse import ArgumentParser, ArgumentTypeError

from midpath.console.errors import CommandError
from midpath.exchange.judged.reading_options import (
    FITTING,
    ITEMS,
    REFUSE,
    REPEATS,
    USUAL_MISSING,
    WORKERS,
    ReadingOptions,
    columns_in,
    missing_in,
)
from midpath.json_types import JsonMapping
from midpath.scoring.breakdowns import columns_read

NAMES = ("wide", "missing", "repeats", "columns")


def add_reading_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--columns",
        type=_columns,
        action="append",
        metavar="WHAT=NAME,…",
        help="which columns of a table contain what, by name or number, such as "
        "item=task,worker=who,label=3 (default: by their usual names)",
    )
    parser.add_argument(
        "--wide",
        nargs="?",
        const=FITTING,
        choices=(ITEMS, WORKERS, FITTING),
        help="read the table as a matrix whose rows are items (with a column for each worker) or "
        "workers (default: by its shape)",
    )
    parser.add_argument(
        "--missing",
        metavar="WORDS",
        help="the words for a missing label; rows with one are left out and counted, as are those "
        f"with an empty cell (default: {','.join(USUAL_MISSING)}; '' for none)",
    )
    parser.add_argument(
        "--repeats",
        choices=REPEATS,
        help="which answers count if a worker answers an item several times (default: refuse)",
    )


def reading_options(options: JsonMapping) -> ReadingOptions:
    """Return how to read tables; raise CommandError for columns that are given twice."""
    missing = options["missing"]
    try:
        columns = columns_in(options["columns"] or ())
    except ValueError as error:
        raise CommandError(f"--columns: {error}.") from error
    return ReadingOptions(
        wide=options["wide"] or "",
        missing=None if missing is None else missing_in(missing),
        repeats=options["repeats"] or REFUSE,
        columns=columns,
        read_elsewhere=columns_read(options),
    )


def _columns(value: str) -> str:
    try:
        columns_in([value])
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from error
    return value
