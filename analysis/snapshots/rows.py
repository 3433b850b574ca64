"""The rows of a snapshot's files, each with the fields needed to verify it."""

from collections.abc import Iterator, Mapping

import orjson

from analysis.snapshots.archive_reader import UNREADABLE, SnapshotFiles, rows_in
from analysis.snapshots.findings import Check
from annotation.json_types import JsonMapping
from annotation.text.strict_json import MAX_NUMBER

FIELDS: Mapping[str, Mapping[str, type]] = {
    "items.jsonl": {"item": int, "text": str, "content": dict},
    "documents.jsonl": {"document": str, "content": dict},
    "workers.jsonl": {"worker": int, "excluded": bool, "withdrawn": bool, "stopped": bool},
    "judgments.jsonl": {
        **dict.fromkeys(("judgment", "item", "worker"), int),
        **dict.fromkeys(("counts", "took_slot", "known", "repeat"), bool),
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
Row = JsonMapping


def sound_rows(files: SnapshotFiles, name: str, check: Check) -> Iterator[Row]:
    """Yield the valid rows of a file, and report the others; a missing file has none."""
    if name not in files.names():
        return
    try:
        for number, row in rows_in(files, name):
            trouble = "it is no object in JSON" if row is None else _problem(row, FIELDS[name])
            if trouble or row is None:
                check.differs(f"{name}, line {number:,}", trouble)
            else:
                yield row
    except UNREADABLE as error:
        check.differs(name, f"it cannot be read: {error}")


def _problem(row: Row, fields: Mapping[str, type]) -> str:
    for name, kind in fields.items():
        if type(row.get(name)) is not kind:
            return f"it has no {name} as such a file has"
        if kind is int and row[name] >= MAX_NUMBER:
            return f"its {name} is larger than any number there is"
    if not isinstance(row.get("document", ""), str | None):
        return "its document is no name of one"
    if not all(type(number) is int for number in row.get("vector", ())):
        return "its vector does not hold whole numbers alone"
    return "" if _can_be_written(row) else "it is nested too deeply to be of such a file"


def _can_be_written(row: Row) -> bool:
    """Return whether a row can be stored again: the writer allows less depth than the reader."""
    try:
        orjson.dumps(row)
    except TypeError:
        return False
    return True
