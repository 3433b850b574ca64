"""The rows of a snapshot's files, each with the fields needed to verify it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, cast

import orjson

from midpath.schemes.base import Item
from midpath.snapshots.archive_reader import UNREADABLE, SnapshotFiles, rows_in
from midpath.snapshots.findings import Check
from midpath.snapshots.spool import Shelf
from midpath.text.strict_json import MAX_NUMBER

FIELDS: Mapping[str, Mapping[str, type]] = {
    "items.jsonl": {"item": int, "text": str, "content": dict},
    "documents.jsonl": {"document": str, "content": dict},
    "workers.jsonl": {
        **dict.fromkeys(("worker", "submitted", "paid"), int),
        **dict.fromkeys(("excluded", "withdrawn", "stopped"), bool),
    },
    "judgments.jsonl": {
        **dict.fromkeys(("judgment", "item", "worker"), int),
        **dict.fromkeys(("counts", "late", "took_slot", "known", "repeat"), bool),
        "answer": dict,
        "vector": list,
        "review": str,
        "seconds": float,
    },
    "decisions.jsonl": {
        "decision": int,
        "position": int,
        "payload": dict,
        "vector": list,
        "stands": bool,
    },
    "settled.jsonl": {"item": int, "from": str, "vector": list},
}
# The field by which the lines of a file are in ascending order.
ORDER: Mapping[str, str] = {
    **dict.fromkeys(("items.jsonl", "settled.jsonl"), "item"),
    "workers.jsonl": "worker",
    "judgments.jsonl": "judgment",
    "decisions.jsonl": "decision",
}
Row = Mapping[str, Any]


def sound_rows(files: SnapshotFiles, name: str, check: Check) -> Iterator[Row]:
    """Yield the valid rows of a file, and report the others, and rows that are out of order; a
    missing file has none."""
    if name not in files.names():
        return
    key, last = ORDER.get(name, ""), 0
    try:
        for number, row in rows_in(files, name):
            trouble = "it is not a JSON object" if row is None else _problem(row, FIELDS[name])
            if trouble or row is None:
                check.differs(f"{name}, line {number:,}", trouble)
                continue
            place = cast(int, row.get(key, 0))
            if place < last:
                check.differs(
                    f"{name}, line {number:,}",
                    f"{key} {place} is after {key} {last}, so the lines are not in order",
                )
            last = place
            yield row
    except UNREADABLE as error:
        check.differs(name, f"it cannot be read: {error}")


def _problem(row: Row, fields: Mapping[str, type]) -> str:
    for name, kind in fields.items():
        if type(row.get(name)) is not kind:
            return f"its {name} is missing or of another type"
        if kind is int and row[name] >= MAX_NUMBER:
            return f"its {name} is too large"
    if not isinstance(row.get("document", ""), str | None):
        return "its document is not a name"
    if not all(type(number) is int for number in row.get("vector", ())):
        return "its vector has values other than whole numbers"
    return "" if _can_be_written(row) else "it is nested too deeply"


def _can_be_written(row: Row) -> bool:
    """Return whether a row can be stored again: the writer allows less depth than the reader."""
    try:
        orjson.dumps(row)
    except TypeError:
        return False
    return True


class Judged(NamedTuple):
    """A judgment, stored until all of its item have been read."""

    judgment: int
    worker: int
    counts: bool
    vector: list[int]
    seconds: float
    answer: Row

    def where(self, item: int) -> str:
        return f"judgment {self.judgment} (item {item}, worker {self.worker})"


class Recounted(NamedTuple):
    """The manifest with the counts of its rows; workers by number; all items in order with their
    judgments, and each by number; the contents of documents by name; the final decision, and the
    answer with its source, by item number."""

    manifest: Mapping[str, Any]
    counts: Mapping[str, int]
    workers: Mapping[int, Row]
    judged: Iterable[tuple[Item, list[Judged]]]
    item: Callable[[int], Item]
    documents: Shelf[str]
    decisions: Shelf[int]
    settled: Shelf[int]
