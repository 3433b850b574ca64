"""Convert Parquet to JSON lines, which all row readers accept. This runs in a separate process,
since a small file may unpack to any size."""

from collections.abc import Sequence

from midpath.exchange.judged.synonyms import SYNONYMS, spellings_of
from midpath.exchange.subprocesses.runner import Occupied, Refused, Stopped, run_apart
from midpath.exchange.tables import MAX_COLUMNS

START = b"PAR1"
# The limit for JSON text if the caller sets none, that is, for local files.
MAX_BYTES = 200 * 2**20
MAX_ROWS = 2_000_000
UNPACKED = 10
# All columns that any row reader knows, by all their names; other columns are not unpacked.
COLUMNS = (
    *(written for names in SYNONYMS.values() for name in names for written in spellings_of(name)),
    *("annotation", "annotator", "annotator_id", "answer", "counts", "given", "gold", "id", "item"),
    *("item_id", "judgment", "kind", "label", "length", "means", "name", "names", "pair", "query"),
    *("question", "seconds", "segmentation", "sentences", "similarity", "spans", "stratum", "task"),
    *("text", "unit", "words", "worker", "worker_id"),
    # Lists in Hugging Face's datasets.
    *("tokens", "ner_tags", "ner", "tags", "labels", "annotators", "annotator_ids", "worker_ids"),
    *("workers", "annotations", "judgments", "ratings", "answers", "annotator_labels"),
)


class BadParquet(ValueError):
    """A Parquet file that cannot be read; the message says why and what to do."""


class ParquetBusy(BadParquet):
    """Another file is being read; this one can be read a little later."""


def is_parquet(body: bytes) -> bool:
    return body.startswith(START)


def as_json_lines(
    filename: str,
    body: bytes,
    most_bytes: int = MAX_BYTES,
    columns: Sequence[str] | None = COLUMNS,
) -> tuple[str, bytes]:
    """Return a file's name and bytes. Parquet is converted to JSON lines, with a matching name.
    `columns` are those to read, None for all.

    Raise BadParquet if it cannot be read within the limits."""
    if not is_parquet(body):
        return filename, body
    try:
        rows = run_apart(
            "read_parquet.py",
            body,
            columns=columns,
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
