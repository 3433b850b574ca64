"""Prodigy's records: who answered, and whether the answer was accepted."""

from collections.abc import Mapping

from midpath.exchange.rows import Faults

ONE = "1"  # the annotator in a file with only one
MAX_NAME_LENGTH = 200
SKIPPED = {
    "reject": "answer rejected by the annotator",
    "ignore": "answer ignored by the annotator",
}


def annotator_of(record: Mapping[str, object]) -> str:
    named = record.get("_annotator_id") or record.get("_session_id") or record.get("user")
    return str(named)[:MAX_NAME_LENGTH] if isinstance(named, str | int) else ONE


def is_skipped(row: int, record: Mapping[str, object], to: Faults) -> bool:
    """Return whether the annotator rejected or ignored a record, which is counted."""
    answer = record.get("answer")
    reason = SKIPPED.get(answer) if isinstance(answer, str) else None
    if reason:
        to.skip(row, reason)
    return bool(reason)
