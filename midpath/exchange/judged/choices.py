"""Write and read Label Studio's JSON of items with choices: labels, and answers to pairs.

    [{"data": {"item": "Ada left.", "text": "Ada left.", "workers": ["7"]},
      "annotations": [{"was_cancelled": false, "ground_truth": false,
        "result": [{"type": "choices", "from_name": "label", "to_name": "text",
                    "value": {"choices": ["Joy"]}}]}]}]

As for spans, annotations are written without `completed_by`, and the workers' numbers are in the
task's data. Items are identified by their name there, else by their text.

Ratings, numbers, taxonomies and choices between two sides are read as well: a rating is a place on
a scale, and a path in a taxonomy is one label, such as "Animal > Dog"."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeGuard

from midpath.exchange.json_lists import as_list
from midpath.exchange.judged.cells import short
from midpath.exchange.label_studio.controls import choose_control, is_of, skip_result
from midpath.exchange.label_studio.tasks import (
    FORM,
    WORKERS,
    Annotation,
    answers_in,
    is_annotated,
    is_task,
    tasks_in,
)
from midpath.exchange.rows import BadCell, Faults
from midpath.exchange.wanted import Wanted

TEXT, KNOWN, STEP = "text", "known", " > "
TYPES = ("choices", "rating", "number", "taxonomy", "pairwise", "textarea")
ALONE = ("textarea",)  # read only if its control is chosen
ANY = "any"
SCALES = {"rating": "ordinal", "number": "interval"}
FIELDS = {"pairwise": "selected", "textarea": "text"}
EXAMPLES = {
    "choices": 'A choice needs a list of labels: "choices": ["Joy"]',
    "taxonomy": 'A taxonomy needs a list of paths: "taxonomy": [["Animal", "Dog"]]',
    "pairwise": 'A comparison of a pair needs the side: "selected": "left"',
    "textarea": 'A text area needs a list of texts: "text": ["so"]',
}
GOLD_ALONE = "gold answer to an item without judgments"


class Task(NamedTuple):
    """An item to be written: its data, the labels by worker, and the gold labels."""

    name: str
    shown: Mapping[str, str]
    answers: Mapping[str, Sequence[str]]
    known: Sequence[str] | None


class Chosen(NamedTuple):
    """The labels that an annotator gave an item; a gold answer has no worker. `kind` is that of a
    scale, if the labels are numbers."""

    item: str
    worker: str
    labels: list[str]
    known: bool = False
    kind: str = ""


def write_choices(tasks: Iterable[Task], subject: str) -> Iterator[bytes]:
    """Yield the file, a task at a time."""
    return as_list(_written(number, one, subject) for number, one in enumerate(tasks, 1))


def read_choices(
    text: str, subject: str, wanted: Wanted, to: Faults
) -> list[tuple[int, list[Chosen]]]:
    """Return the answers in each task to the control that is wanted, with the number of the task;
    record faults."""
    tasks = tasks_in(text, wanted, to, strings=True)
    judged = any(is_annotated(task) for _, task in tasks)
    predicted = wanted.predictions or not judged
    wanted = wanted._replace(predictions=predicted)
    control = choose_control((task for _, task in tasks), TYPES, ALONE, wanted, to)
    found: list[tuple[int, list[Chosen]]] = []
    for row, task in tasks if control is not None else ():
        try:
            reading = _Reading(row, task, control or "", to)
            found.append((row, list(reading.chosen(subject, predicted=predicted))))
        except BadCell as bad:
            to.refuse(row, bad.column, bad.message)
    own = all(WORKERS in task["data"] for _, task in tasks if is_task(task))
    return with_kind(found if own else without_unanswered(found, control or "", to))


def with_kind(found: list[tuple[int, list[Chosen]]]) -> list[tuple[int, list[Chosen]]]:
    """Return the answers, which are of the kind any if one of them is not a single label."""
    if all(len(one.labels) == 1 for _, each in found for one in each):
        return found
    return [(row, [one._replace(kind=one.kind or ANY) for one in each]) for row, each in found]


def without_unanswered(
    found: Sequence[tuple[int, list[Chosen]]], control: str, to: Faults
) -> list[tuple[int, list[Chosen]]]:
    """Return the answers without empty ones, and count these, unless any answer has several labels:
    then an empty answer says that no label fits."""
    if any(len(one.labels) > 1 for _, each in found for one in each):
        return list(found)
    reason = f"annotation without an answer to {control}" if control else "item without a label"
    for row, each in found:
        if empty := sum(not one.labels for one in each):
            to.skip(row, reason, empty)
    return [(row, [one for one in each if one.labels]) for row, each in found]


class _Reading:
    """A task that is read."""

    def __init__(self, row: int, task: Any, control: str, to: Faults) -> None:
        if not is_task(task):
            raise BadCell("data", FORM)
        self._row, self._task, self._control, self._to = row, task, control, to

    def chosen(self, subject: str, *, predicted: bool) -> Iterator[Chosen]:
        """Yield the answers of annotators, or those of models; and gold answers."""
        data = self._task["data"]
        name = _name_in(data, subject)
        for field in data if WORKERS not in data else ():
            if field not in {subject, TEXT} and data[field] != name:
                self._to.skip_field(self._row, field)
        answers = answers_in(self._row, self._task, self._to, predicted=predicted)
        if answers and all(one.known for one in answers):
            self._to.skip(self._row, GOLD_ALONE)
        for one in answers:
            yield self._answer(name, one)

    def _answer(self, name: str, annotation: Annotation) -> Chosen:
        labels: list[str] = []
        kind = ""
        for one in annotation.results:
            if is_of(one, self._control, TYPES):
                labels += _labels(one["type"], one["value"])
                kind = SCALES.get(one["type"], "")
            else:
                skip_result(self._row, one, self._to)
        if barred := next((label for label in labels if "|" in label), None):
            raise BadCell("value", f"The label {short(barred)} contains a bar (|). Leave it out.")
        return Chosen(name, annotation.worker, labels, annotation.known, kind)


def _name_in(data: Mapping[str, object], subject: str) -> str:
    strings = [one for one in data.values() if isinstance(one, str)]
    only = strings[0] if len(strings) == 1 and subject == "item" else None
    name = data.get(subject, data.get(TEXT, only))
    if not isinstance(name, str):
        raise BadCell("data", f"The data needs {subject}, the name of the {subject}, or its text.")
    return name


def _labels(kind: str, value: object) -> list[str]:
    """Return the labels of a result, or raise BadCell."""
    given = value.get(FIELDS.get(kind, kind)) if isinstance(value, dict) else None
    if kind in SCALES:
        if isinstance(given, bool) or not isinstance(given, int | float):
            raise BadCell("value", f'A {kind} needs a number: "{kind}": 3')
        return [str(given).removesuffix(".0")]
    if kind == "pairwise" and isinstance(given, str):
        return [given]
    if kind == "textarea" and isinstance(given, str):
        return [given]
    if kind == "taxonomy" and isinstance(given, list) and all(map(_is_labels, given)):
        return [STEP.join(path) for path in given]
    if kind in {"choices", "textarea"} and _is_labels(given):
        return list(given or ())
    raise BadCell("value", EXAMPLES[kind])


def _is_labels(given: object) -> TypeGuard[list[str]]:
    return isinstance(given, list) and all(isinstance(label, str) for label in given)


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
