"""Read Label Studio's JSON-MIN and CSV, which have a row for each annotation, as tasks.

    {"id": 1, "text": "good soup", "sentiment": "Positive", "annotator": 7, "annotation_id": 3}

A row does not say which of its fields are answers. Lists of regions and numbers are answers, and so
is a string if it is the only one that is not the text, or if its field has different values in the
rows of one task.
"""

import csv
import io
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from midpath.exchange.decoding import lines_of
from midpath.exchange.rows import UNCHOSEN, Faults
from midpath.exchange.wanted import Wanted
from midpath.json_types import JsonMapping
from midpath.text.strict_json import UnreadableJSON, read_json

ANNOTATOR, TEXT = "annotator", "text"
SIGNS = {ANNOTATOR, "annotation_id"}
BOOKKEEPING = {"id", ANNOTATOR, "annotation_id", "created_at", "updated_at", "lead_time"}
BEGINNING = 10_000
# The keys of a region's place and text; its other lists are its labels.
PLACES = {"start", "end", "text", "globalOffsets", "startOffset", "endOffset", "points", "format"}
Row = JsonMapping


def is_flat_row(first: object) -> bool:
    """Return whether an object is a row of JSON-MIN.

    >>> is_flat_row({"id": 1, "text": "a", "annotator": 7, "annotation_id": 3})
    True
    """
    return isinstance(first, dict) and first.keys() >= SIGNS and "data" not in first


def is_flat_table(text: str) -> bool:
    head = lines_of(text[:BEGINNING])[0]
    return set(next(csv.reader([head]), [])) >= SIGNS


def tasks_of_table(
    text: str, wanted: Wanted, to: Faults, *, strings: bool
) -> Iterator[tuple[int, Any]]:
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    rows: list[tuple[int, Row]] = []
    try:
        for number, row in enumerate(reader, 2):
            if None in row or None in row.values():
                to.refuse(number, "", "The row does not have as many cells as the first row.")
            else:
                rows.append((number, {name: _cell(name, cell) for name, cell in row.items()}))
    except csv.Error as error:
        to.refuse(reader.line_num, "", f"The row cannot be read: {error}.")
    yield from tasks_of_rows(rows, wanted, to, strings=strings)


def tasks_of_rows(
    values: Sequence[tuple[int, Any]], wanted: Wanted, to: Faults, *, strings: bool
) -> Iterator[tuple[int, Any]]:
    """Yield a task for the rows of each id, with the number of its first row."""
    rows: list[tuple[int, Row]] = []
    for number, value in values:
        if is_flat_row(value):
            rows.append((number, value))
        else:
            to.refuse(number, "", "Each row needs an annotator and an annotation_id.")
    answers, unclear = _answers([row for _, row in rows])
    if wanted.control in unclear:
        answers.add(wanted.control)
    elif strings and unclear and not answers:
        to.controls = unclear
        message = (
            f"The file does not say which of these fields are answers: {', '.join(unclear[:20])}. "
            f"Choose one, as in --control {unclear[-1]}."
        )
        to.refuse(0, "", message, UNCHOSEN)
        return
    tasks = defaultdict[str, list[tuple[int, Row]]](list)
    for number, row in rows:
        tasks[str(row.get("id", number))].append((number, row))
    aside = answers | BOOKKEEPING
    for same in tasks.values():
        first, row = same[0]
        yield (
            first,
            {
                "id": row.get("id"),
                "data": {name: row[name] for name in row if name not in aside},
                "annotations": [
                    {"completed_by": _who(one[ANNOTATOR]), "result": list(_results(one, answers))}
                    for _, one in same
                ],
            },
        )


def _answers(rows: Sequence[Row]) -> tuple[set[str], list[str]]:
    """Return the fields that contain answers, and those that may."""
    names = dict.fromkeys(name for row in rows for name in row if name not in BOOKKEEPING)
    given = ((name, one) for row in rows for name, one in row.items() if name in names)
    found = {name for name, one in given if _is_answer(one)}
    strings = [name for name in names if name not in found and name != TEXT]
    found |= _changing(rows).intersection(strings)
    unclear = [name for name in strings if name not in found]
    if TEXT in names and len(unclear) == 1 and not found:
        return set(unclear), []
    return found, unclear


def _changing(rows: Sequence[Row]) -> set[str]:
    """Return the fields with different values, or with none in some rows, within a task."""
    tasks = Counter(str(row.get("id")) for row in rows)
    first: dict[tuple[str, str], object] = {}
    times = Counter[tuple[str, str]]()
    found = set()
    for row in rows:
        for name, value in row.items():
            place = str(row.get("id")), name
            if first.setdefault(place, value) != value:
                found.add(name)
            times[place] += value is not None
    return found | {name for (task, name), many in times.items() if 0 < many < tasks[task]}


def _is_answer(value: object) -> bool:
    return isinstance(value, list | dict | int | float) and not isinstance(value, bool)


def _results(row: Row, answers: Iterable[str]) -> Iterator[dict[str, object]]:
    for name in row:
        if name not in answers or row[name] in (None, ""):
            continue
        value = row[name]
        regions = isinstance(value, list) and value and all(isinstance(v, dict) for v in value)
        for one in value if regions else [value]:
            kind, meant = _typed(one)
            yield {"from_name": name, "type": kind, "value": meant}


def _typed(value: Any) -> tuple[str, object]:
    """Return the type of a result and its value, as in Label Studio's JSON."""
    if isinstance(value, dict):
        lists = (key for key, one in value.items() if isinstance(one, list) and key not in PLACES)
        return next(lists, "unknown"), value
    if isinstance(value, int | float):
        return "number", {"number": value}
    if isinstance(value, list) and value and all(isinstance(one, list) for one in value):
        return "taxonomy", {"taxonomy": value}
    return "choices", {"choices": value if isinstance(value, list) else [value]}


def _cell(name: str, cell: str) -> object:
    """Return the value of a cell of a table, which may be JSON or a number."""
    if name == TEXT:
        return cell
    if cell[:1] in "[{" or cell.replace(".", "", 1).lstrip("-").isdecimal():
        try:
            return read_json(cell.encode())
        except UnreadableJSON:
            return cell
    return cell


def _who(annotator: object) -> object:
    """Return the annotator; some exports write an e-mail address and a number."""
    return annotator if isinstance(annotator, str | int) else str(annotator)
