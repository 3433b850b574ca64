"""Write and read Label Studio's JSON of items with choices: labels, and answers to pairs.

    [{"data": {"item": "Ada left.", "text": "Ada left.", "workers": ["7"]},
      "annotations": [{"was_cancelled": false, "ground_truth": false,
        "result": [{"type": "choices", "from_name": "label", "to_name": "text",
                    "value": {"choices": ["Joy"]}}]}]}]

As for spans, annotations are written without `completed_by`, and the workers' numbers are in the
task's data. Items are identified by their name there, else by their text. Predictions are not
read."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from annotation.exchange.json_lists import as_list
from annotation.exchange.judged.cells import short
from annotation.exchange.rows import BadCell
from annotation.text.strict_json import UnreadableJSON, read_json

WORKERS, TEXT = "workers", "text"
KNOWN = "known"


class Task(NamedTuple):
    """An item to be written: its data, the labels by worker, and the gold labels."""

    name: str
    shown: Mapping[str, str]
    answers: Mapping[str, Sequence[str]]
    known: Sequence[str] | None


class Chosen(NamedTuple):
    """The choices of an annotation; gold answers have no worker."""

    item: str
    worker: str
    labels: list[str]
    known: bool


def write_choices(tasks: Iterable[Task], subject: str) -> Iterator[bytes]:
    """Yield the file, a task at a time."""
    return as_list(_written(number, one, subject) for number, one in enumerate(tasks, 1))


def read_choices(text: str, subject: str) -> Iterator[tuple[int, list[Chosen] | BadCell]]:
    """Yield the choices in each task with the number of the task, or the error there."""
    try:
        tasks = read_json(text.encode())
    except UnreadableJSON as error:
        yield error.line, BadCell("", error.message)
        return
    for row, task in enumerate(tasks if isinstance(tasks, list) else [], 1):
        try:
            yield row, list(_chosen(task, subject))
        except BadCell as bad:
            yield row, bad


def _chosen(task: Any, subject: str) -> Iterator[Chosen]:
    data = task.get("data") if isinstance(task, dict) else None
    if not isinstance(data, dict):
        raise BadCell("data", 'A task is {"data": {…}, "annotations": […]}. Export as JSON.')
    name = data.get(subject, data.get(TEXT))
    if not isinstance(name, str):
        raise BadCell("data", f"The data needs {subject}, the name of the {subject}, or its text.")
    given = task.get("annotations") or []
    if not isinstance(given, list) or not all(isinstance(one, dict) for one in given):
        raise BadCell("annotations", "This must be a list of objects, each with a result.")
    remaining = [one for one in given if not one.get("was_cancelled")]
    workers = data.get(WORKERS)
    named = workers if isinstance(workers, list) and len(workers) == len(remaining) else []
    for number, one in enumerate(remaining):
        who = one.get("completed_by")
        who = who.get("id") if isinstance(who, dict) else who
        if not isinstance(who, str | int):
            who = named[number] if number < len(named) else number + 1
        yield Chosen(
            name, str(who)[:200], _labels(one.get("result")), bool(one.get("ground_truth"))
        )


def _labels(result: object) -> list[str]:
    if not isinstance(result, list):
        raise BadCell("result", "The result must be a list, empty where nothing is chosen.")
    found: list[str] = []
    for one in result:
        if not isinstance(one, dict) or one.get("type") != "choices":
            continue
        value = one.get("value")
        labels = value.get("choices") if isinstance(value, dict) else None
        if not isinstance(labels, list) or not all(isinstance(label, str) for label in labels):
            raise BadCell("value", 'A choice needs a list of labels: "choices": ["Joy"]')
        found += labels
    if barred := next((label for label in found if "|" in label), None):
        raise BadCell("value", f"The label {short(barred)} contains a bar (|). Leave it out.")
    return found


def _written(number: int, task: Task, subject: str) -> dict[str, object]:
    answers = [(who, labels, False) for who, labels in task.answers.items()]
    if task.known is not None:
        answers.append((KNOWN, task.known, True))
    return {
        "id": number,
        "data": {**task.shown, subject: task.name, WORKERS: [who for who, _, _ in answers]},
        "annotations": [
            {"ground_truth": known, "was_cancelled": False, "result": _result(labels)}
            for _, labels, known in answers
        ],
        "predictions": [],
    }


def _result(labels: Sequence[str]) -> list[dict[str, object]]:
    choice = {"id": "c1", "type": "choices", "from_name": "label", "to_name": TEXT}
    return [{**choice, "value": {"choices": list(labels)}}] if labels else []
