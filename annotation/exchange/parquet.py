"""Parquet as JSON lines, which readers of rows take. It is read in a process of its own, since a
small file may unpack to anything."""

from annotation.exchange.subprocesses.runner import Occupied, Refused, Stopped, run_apart
from annotation.exchange.tables import MAX_COLUMNS

START = b"PAR1"
# Of text, where the caller has no bound of its own: the files of one's own machine.
MAX_BYTES = 200 * 2**20
MAX_ROWS = 2_000_000
UNPACKED = 10
# What any reader of rows may ask for; other columns are not unpacked.
COLUMNS = (
    *("annotation", "annotator", "annotator_id", "answer", "counts", "given", "gold", "id", "item"),
    *("item_id", "judgment", "kind", "label", "length", "means", "name", "names", "pair", "query"),
    *("question", "seconds", "segmentation", "sentences", "similarity", "spans", "stratum", "task"),
    *("text", "unit", "words", "worker", "worker_id"),
)


class BadParquet(ValueError):
    """A Parquet file that cannot be read; the message says why and what to do."""


class ParquetBusy(BadParquet):
    """A file that can be read a little later, since another one is being read."""


def is_parquet(body: bytes) -> bool:
    return body.startswith(START)


def as_json_lines(filename: str, body: bytes, most_bytes: int = MAX_BYTES) -> tuple[str, bytes]:
    """Return a file's name and bytes; of Parquet the rows as JSON lines, under a name that says so.

    Raise BadParquet where they cannot be read within bounds."""
    if not is_parquet(body):
        return filename, body
    try:
        rows = run_apart(
            "parquet.py",
            body,
            columns=COLUMNS,
            most_unpacked=UNPACKED * most_bytes,
            most_characters=most_bytes,
            most_rows=MAX_ROWS,
            most_columns=MAX_COLUMNS,
        )
    except Refused as error:
        raise BadParquet(str(error)) from None
    except Stopped:
        raise BadParquet(
            "The Parquet file needs too much memory or time. Split it, or convert it to JSON lines "
            "or CSV."
        ) from None
    except Occupied:
        raise ParquetBusy("Another file is being read. Try again in a minute.") from None
    return f"{filename}.jsonl", rows
