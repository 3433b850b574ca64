"""Read what Zooniverse exports, as CSV: extracts of Caesar and of panoptes_aggregation, and the
classifications of a project.

    classification_id,user_name,user_id,workflow_id,task,created_at,subject_id,extractor,data.yes
    1,ann,7,4249,T0,2024-05-31,12,question_extractor,1.0

    classification_id,user_name,annotations,subject_ids
    1,ann,"[{""task"": ""T0"", ""value"": ""Yes""}]",12

An answer is the name of each column data.… with a number, or the text in data.value. A task is a
question. Someone who was not logged in is a worker for each classification, unless the export
names them. Marks in pictures are counted."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from midpath.exchange.decoding import lines_of
from midpath.exchange.judged.cells import short
from midpath.exchange.judged.choices import Chosen
from midpath.exchange.judged.questions import Response, labels_of
from midpath.exchange.rows import BadCell, Faults
from midpath.exchange.tables import filled_rows, records_of
from midpath.text.strict_json import UnreadableJSON, read_json

CLASSIFICATION, ANNOTATIONS = "classification_id", "annotations"
SUBJECT, SUBJECTS = "subject_id", "subject_ids"
DATA, VALUE, NOTHING = "data.", "data.value", "none"
VERSION = "data.aggregation_version"
WHO = ("user_name", "user_id")
TASKS = ("task", "extractor_key")
# What the exports say about a classification besides its answers.
READ = {
    *(CLASSIFICATION, ANNOTATIONS, SUBJECT, SUBJECTS, *WHO, *TASKS, VERSION, "id", "extractor"),
    *("user_ip", "workflow_id", "workflow_name", "workflow_version", "created_at", "updated_at"),
    *("gold_standard", "expert", "metadata", "subject_data", "classification_at"),
}
MARK = "mark in a picture or another answer that is no label"
BEGINNING = 10_000
Row = Mapping[str, str]


def is_zooniverse(text: str) -> bool:
    head = lines_of(text[:BEGINNING])[0].lower()
    names = {name.strip().strip('"') for name in head.split(",")}
    extracts = SUBJECT in names and any(name.startswith(DATA) for name in names)
    return CLASSIFICATION in names and (extracts or names >= {ANNOTATIONS, SUBJECTS})


def responses_in(text: str, to: Faults) -> Iterator[Response]:
    rows = records_of(text, ",", to.refuse)
    _, header = next(rows, (0, []))
    names = [name.strip() for name in header]
    for name in names:
        if name.lower() not in READ and not name.startswith(DATA):
            to.skip_field(1, name, "column")
    for number, cells in filled_rows(rows, len(names), ",", to):
        row = dict(zip(names, map(str.strip, cells), strict=True))
        try:
            yield from _responses(number, row, to)
        except BadCell as bad:
            to.refuse(number, bad.column, bad.message)


def _responses(number: int, row: Row, to: Faults) -> Iterator[Response]:
    item = row.get(SUBJECT) or row.get(SUBJECTS) or ""
    named = next((row[name] for name in WHO if row.get(name)), "")
    worker = named or f"not logged in {row.get(CLASSIFICATION, '')}"
    if not item:
        raise BadCell(SUBJECT, "The row has no subject. Export it again.")
    if ANNOTATIONS in row:
        answers = list(_annotations(row[ANNOTATIONS]))
    else:
        task = next((row[name] for name in TASKS if row.get(name)), "")
        answers = [(task, _extracted(row))]
    for task, given in answers:
        if given is None:
            to.skip(number, MARK)
        else:
            yield Response(number, task, Chosen(item, worker, labels_of(task, given)))


def _extracted(row: Row) -> list[str] | None:
    """Return the labels of an extract; None if it is of another kind."""
    if row.get(VALUE):
        return [row[VALUE]]
    found = []
    for name, cell in row.items():
        if not name.startswith(DATA) or name == VERSION or not cell:
            continue
        if not _is_number(cell):
            return None
        label = name.removeprefix(DATA)
        if float(cell) and label.lower() != NOTHING:
            found.append(label)
    return found


def _annotations(cell: str) -> Iterator[tuple[str, Any]]:
    """Yield the task and the answer of each annotation; None for an answer that is no label."""
    try:
        given = read_json(cell.encode("utf-8", "surrogatepass"))
    except UnreadableJSON as error:
        raise BadCell(ANNOTATIONS, f"{error.message} (character {error.column})") from error
    if not isinstance(given, list) or not all(isinstance(one, dict) for one in given):
        raise BadCell(ANNOTATIONS, f"{short(cell)} is not a list of answers.")
    for one in given:
        value = one.get("value")
        labels = [] if value is None else value
        yield str(one.get("task") or ""), labels if _is_label(labels) else None


def _is_label(value: object) -> bool:
    values: Sequence[object] = value if isinstance(value, list) else [value]
    return all(isinstance(one, str | int | float) for one in values)


def _is_number(cell: str) -> bool:
    return cell.replace(".", "", 1).isdecimal() and cell.isascii()
