"""Read the tasks of Label Studio, whatever their export: JSON, one task per line, JSON-MIN, CSV.

    {"data": {"text": "Ada left."}, "annotations": [{"completed_by": 7, "result": […]}],
     "predictions": [{"model_version": "m1", "result": […]}]}

Annotations that their annotator cancelled, drafts and unknown fields are left out and counted.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from midpath.exchange.decoding import filled_lines
from midpath.exchange.label_studio.flat_exports import (
    is_flat_row,
    is_flat_table,
    tasks_of_rows,
    tasks_of_table,
)
from midpath.exchange.rows import BadCell, Faults
from midpath.exchange.wanted import Wanted
from midpath.json_types import JsonMapping
from midpath.text.strict_json import UnreadableJSON, read_json

WORKERS = "workers"
FORM = 'A task is {"data": {"text": …}, "annotations": […]}. Export as JSON.'
CANCELLED = "annotation skipped by the annotator"
DRAFT = "draft of an annotation"
PREDICTION, ANNOTATION = "prediction of a model", "annotation next to predictions"
SECOND_GOLD = "answer marked as gold after the first"
# What Label Studio notes about a task and an annotation, which is no part of an answer.
OF_TASK = frozenset(
    (
        *("id", "inner_id", "data", "annotations", "predictions", "drafts", "meta", "project"),
        *("created_at", "updated_at", "updated_by", "file_upload", "is_labeled", "overlap"),
        *("total_annotations", "cancelled_annotations", "total_predictions", "allow_skip"),
        *("comment_count", "last_comment_updated_at", "unresolved_comment_count", "state"),
        *("comment_authors", "agreement", "precomputed_agreement", "storage_filename"),
    )
)
OF_ANNOTATION = frozenset(
    (
        *("id", "completed_by", "result", "was_cancelled", "ground_truth", "lead_time"),
        *("created_at", "updated_at", "draft_created_at", "created_username", "created_ago"),
        *("prediction", "result_count", "unique_id", "import_id", "last_action", "last_created_by"),
        *("task", "project", "updated_by", "parent_prediction", "parent_annotation"),
        *("bulk_created", "state", "honeypot", "skipped", "reviews", "comments"),
    )
)


class Annotation(NamedTuple):
    """The results of an annotator or a model; `known` says that they are the gold answer."""

    worker: str
    results: Sequence[JsonMapping]
    known: bool = False


def is_task(first: object) -> bool:
    """Return whether the first element of a list or line is a task."""
    return isinstance(first, dict) and isinstance(first.get("data"), dict)


def is_label_studio(first: object) -> bool:
    """Return whether the first element of a list or line is a task in JSON or JSON-MIN."""
    return is_task(first) or is_flat_row(first)


def tasks_in(
    text: str, wanted: Wanted, to: Faults, *, strings: bool = False
) -> list[tuple[int, Any]]:
    """Return the tasks of a file with their numbers, or with their lines. They may be invalid.

    strings : whether strings are answers, so that it must be clear which ones are"""
    if is_flat_table(text):
        return list(tasks_of_table(text, wanted, to, strings=strings))
    values = list(values_in(text, to))
    if values and is_flat_row(values[0][1]):
        return list(tasks_of_rows(values, wanted, to, strings=strings))
    return values


def annotations_of(row: int, task: Any, to: Faults) -> list[Annotation]:
    """Return the annotations of a task that count, or raise BadCell.

    Annotators without a name are numbered, or have the names in the task's data, where Midpath
    writes them."""
    for name in sorted(task.keys() - OF_TASK):
        to.skip_field(row, name)
    if drafts := task.get("drafts"):
        to.skip(row, DRAFT, len(drafts) if isinstance(drafts, list) else 1)
    given = objects_in(task, "annotations")
    remaining = [one for one in given if not one.get("was_cancelled")]
    if len(remaining) < len(given):
        to.skip(row, CANCELLED, len(given) - len(remaining))
    workers = task["data"].get(WORKERS)
    named = workers if isinstance(workers, list) and len(workers) == len(remaining) else []
    found = []
    for number, one in enumerate(remaining):
        for name in sorted(one.keys() - OF_ANNOTATION):
            to.skip_field(row, name)
        who = _annotator(one) or str(named[number] if number < len(named) else number + 1)
        found.append(Annotation(who[:200], _results(one), bool(one.get("ground_truth"))))
    return found


def predictions_of(task: JsonMapping) -> list[Annotation]:
    """Return the predictions of a task, each by the version of its model; or raise BadCell."""
    return [
        Annotation(str(one.get("model_version") or f"model {number}")[:200], _results(one))
        for number, one in enumerate(objects_in(task, "predictions"), 1)
    ]


def answers_in(row: int, task: JsonMapping, to: Faults, *, predicted: bool) -> list[Annotation]:
    """Return the annotations of a task, or the predictions if `predicted`, after its first gold
    answer; or raise BadCell. The others are counted as left out."""
    annotations, predictions = annotations_of(row, task, to), predictions_of(task)
    known = [one for one in annotations if one.known]
    given = [one for one in annotations if not one.known]
    chosen, others, reason = given, len(predictions), PREDICTION
    if predicted:
        chosen, others, reason = predictions, len(given), ANNOTATION
    for count, why in ((others, reason), (len(known) - 1, SECOND_GOLD)):
        if count > 0:
            to.skip(row, why, count)
    return [*known[:1], *chosen]


def is_annotated(task: object) -> bool:
    given = task.get("annotations") if isinstance(task, dict) else None
    return isinstance(given, list) and any(
        isinstance(one, dict) and not one.get("was_cancelled") for one in given
    )


def objects_in(task: Mapping[str, object], name: str) -> list[JsonMapping]:
    found = task.get(name) or []
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise BadCell(name, "This must be a list of objects, each with a result.")
    return found


def values_in(text: str, to: Faults) -> Iterator[tuple[int, Any]]:
    """Yield the lines of JSON, the values of a list, or the only value, with their numbers."""
    stripped = text.lstrip()
    lines = list(filled_lines(text)) if stripped.startswith("{") else []
    if len(lines) > 1 and _is_json(lines[0][1]):
        for row, line in lines:
            try:
                yield row, read_json(line.encode())
            except UnreadableJSON as error:
                to.refuse(row, "", f"{error.message} (column {error.column})")
        return
    try:
        found = read_json(text.encode())
    except UnreadableJSON as error:
        to.refuse(error.line, "", f"{error.message} (line {error.line}, column {error.column})")
        return
    yield from enumerate(found if isinstance(found, list) else [found], 1)


def _is_json(line: str) -> bool:
    try:
        read_json(line.encode())
    except UnreadableJSON:
        return False
    return True


def _annotator(annotation: Mapping[str, object]) -> str:
    who = annotation.get("completed_by")
    if isinstance(who, dict):
        who = who.get("id")
    return str(who) if isinstance(who, str | int) and who != "" else ""


def _results(annotation: Mapping[str, object]) -> list[JsonMapping]:
    result = annotation.get("result")
    if not isinstance(result, list):
        raise BadCell("result", "The result must be a list, empty where nothing is marked.")
    return [one for one in result if isinstance(one, dict)]
