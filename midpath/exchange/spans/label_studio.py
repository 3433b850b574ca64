"""Read and write Label Studio's JSON of texts with labels: tasks with annotations and predictions.

    [{"data": {"text": "Ada left."},
      "annotations": [{"completed_by": 7, "was_cancelled": false, "ground_truth": false,
        "result": [{"type": "labels", "from_name": "label", "to_name": "text",
                    "value": {"start": 0, "end": 3, "text": "Ada", "labels": ["Person"]}}]}],
      "predictions": [{"model_version": "m1", "result": []}]}]

Places are code points. Older versions of Label Studio counted UTF-16 units (its issue 1347), which
is detected by comparing the text given with each span. Other results than spans are left out and
counted. Annotations are written without `completed_by`, since Label Studio refuses to import those
of unknown users; the workers' numbers are in the task's data, in the order of the annotations.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Any, NamedTuple

from midpath.exchange.json_lists import as_list
from midpath.exchange.jsonl import SCALARS
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
from midpath.exchange.spans.marked_text import (
    Marked,
    Solid,
    Span,
    Spans,
    sound_spans,
)
from midpath.exchange.wanted import Wanted
from midpath.text.characters import name_of

TEXT, LABELS = "text", "labels"
FROM_NAME, SPAN_TYPES = "label", ("labels", "hypertextlabels")


class Task(NamedTuple):
    """A text to be written: its annotations by worker, and its settled and gold spans."""

    text: str
    annotations: Mapping[str, Sequence[Span]]
    settled: Sequence[Span] | None
    known: Sequence[Span] | None


class _Places:
    """Places in a text, in code points and in UTF-16 units, computed once for all answers."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.solid = Solid(text)

    def from_utf16(self, places: Sequence[tuple[int, int]]) -> list[tuple[int, int]] | None:
        """Convert places in UTF-16 units to code points; None if one is inside a character."""
        if any(place not in self._units for pair in places for place in pair):
            return None
        return [(self._units[begin], self._units[end]) for begin, end in places]

    @cached_property
    def _units(self) -> dict[int, int]:
        ends = accumulate((1 + (one > "\uffff") for one in self.text), initial=0)
        return {unit: at for at, unit in enumerate(ends)}


def read_tasks(text: str, wanted: Wanted, to: Faults) -> Iterator[Marked]:
    tasks = tasks_in(text, wanted, to)
    judged = any(is_annotated(task) for _, task in tasks)
    wanted = wanted._replace(predictions=wanted.predictions or not judged)
    control = choose_control((task for _, task in tasks), SPAN_TYPES, (), wanted, to)
    if control is None:
        return
    for row, task in tasks:
        try:
            yield _Reading(row, task, control, to).marked(predicted=wanted.predictions)
        except BadCell as bad:
            to.refuse(row, bad.column, bad.message)


def write_tasks(tasks: Iterable[Task]) -> Iterator[bytes]:
    """Yield the file, a task at a time."""
    return as_list(_written(number, task) for number, task in enumerate(tasks, 1))


class _Reading:
    """A task that is read."""

    def __init__(self, row: int, task: Any, control: str, to: Faults) -> None:
        if not is_task(task):
            raise BadCell("data", FORM)
        self._row, self._task, self._control, self._to = row, task, control, to
        self._places = _Places(_text(task["data"]))

    def marked(self, *, predicted: bool) -> Marked:
        """Return the task with the answers of its annotators, or of its models."""
        answers: dict[str, Spans] = {}
        known = None
        for one in answers_in(self._row, self._task, self._to, predicted=predicted):
            if one.worker in answers and not one.known:
                raise BadCell(
                    "annotations",
                    f"The annotator {short(one.worker)} has two annotations. Keep one.",
                )
            spans = self._spans("annotations", one)
            if one.known:
                known = spans
            else:
                answers[one.worker] = spans
        columns = {
            name: value
            for name, value in self._task["data"].items()
            if name != WORKERS and value != self._places.text
        }
        return Marked(self._row, self._places.text, answers, known, columns=self._stored(columns))

    def _stored(self, columns: Mapping[str, object]) -> dict[str, object]:
        """Return the fields that can be stored with the text."""
        for name in columns:
            if not isinstance(columns[name], SCALARS):
                self._to.skip_field(self._row, name)
        return {name: one for name, one in columns.items() if isinstance(one, SCALARS)}

    def _spans(self, column: str, annotation: Annotation) -> Spans:
        results = []
        for one in annotation.results:
            if is_of(one, self._control, SPAN_TYPES):
                results.append(one["value"])
            else:
                skip_result(self._row, one, self._to)
        given = _spans_of(results, self._places)
        return sound_spans(self._row, column, self._places.solid, given, self._to)


def _text(data: Mapping[str, object]) -> str:
    texts = {name: one for name, one in data.items() if isinstance(one, str)}
    if TEXT in texts:
        return texts[TEXT]
    if len(texts) == 1:
        return next(iter(texts.values()))
    found = ", ".join(map(short, texts)) or "none"
    raise BadCell(
        "data", f"No field of the data is named text. Rename one; its strings are: {found}."
    )


def _spans_of(values: Sequence[Any], of: "_Places") -> list[Span]:
    places = [_place(value, of.text) for value in values]
    if not _agree(places, values, of.text):
        units = of.from_utf16(places)
        if units is None or not _agree(units, values, of.text):
            raise BadCell(
                "result",
                "The text of a span differs from the text at its position. Export the tasks again, "
                "with their whole text.",
            )
        places = units
    return [
        (begin, end, label)
        for (begin, end), value in zip(places, values, strict=True)
        for label in _labels(value)
    ]


def _place(value: object, text: str) -> tuple[int, int]:
    if not isinstance(value, dict):
        raise BadCell("value", "The value of a label must be an object with start, end and labels.")
    if "globalOffsets" in value and isinstance(value["globalOffsets"], dict):
        value = value["globalOffsets"]
    begin, end = value.get("start"), value.get("end")
    if type(begin) is not int or type(end) is not int:
        raise BadCell("value", "The start and end of a span must be whole numbers of characters.")
    if not 0 <= begin < end <= 2 * len(text):
        raise BadCell(
            "value",
            f"{begin} to {end} is not a span of this text, which has {len(text):,} characters.",
        )
    return begin, end


def _labels(value: Mapping[str, object]) -> list[str]:
    found = value.get(LABELS, value.get("hypertextlabels"))
    if not isinstance(found, list) or not found or not all(isinstance(one, str) for one in found):
        raise BadCell("value", 'A span needs a list of labels: "labels": ["Person"]')
    return found


def _agree(
    places: Sequence[tuple[int, int]], values: Sequence[Mapping[str, object]], text: str
) -> bool:
    """Return whether each span has the text that the file gives for it, ignoring white space."""
    return all(
        end <= len(text) and _says(value.get(TEXT), text, begin, end)
        for (begin, end), value in zip(places, values, strict=True)
    )


def _says(said: object, text: str, begin: int, end: int) -> bool:
    if not isinstance(said, str):
        return True
    if end - begin > 4 * len(said) + 100:  # bounds the cost of many long spans with short texts
        return False
    return name_of(text[begin:end]) in {name_of(said), name_of(said.replace("\\n", "\n"))}


def _written(number: int, task: Task) -> dict[str, object]:
    annotations = [
        {"ground_truth": False, "was_cancelled": False, "result": _labelled(spans, task.text)}
        for spans in task.annotations.values()
    ]
    workers = list(task.annotations)
    if task.known is not None:
        known = _labelled(task.known, task.text)
        annotations.append({"ground_truth": True, "was_cancelled": False, "result": known})
        workers.append("known")
    predictions = []
    if task.settled is not None:
        settled = _labelled(task.settled, task.text)
        predictions.append({"model_version": "settled", "result": settled})
    return {
        "id": number,
        "data": {TEXT: task.text, WORKERS: workers},
        "annotations": annotations,
        "predictions": predictions,
    }


def _labelled(spans: Sequence[Span], text: str) -> list[dict[str, object]]:
    return [
        {
            "id": f"s{number}",
            "type": "labels",
            "from_name": FROM_NAME,
            "to_name": TEXT,
            "value": {"start": begin, "end": end, "text": text[begin:end], LABELS: [label]},
        }
        for number, (begin, end, label) in enumerate(spans, 1)
    ]
