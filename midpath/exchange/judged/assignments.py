"""Read the assignments of Toloka's API in JSON: a list, an assignment per line, or a page.

    {"user_id": "w1", "status": "ACCEPTED", "tasks": [{"id": "t1", "input_values": {"text": "a"}}],
     "solutions": [{"output_values": {"tone": "good"}}]}

Toloka's tables are read as any other. In both, an item is named by its task."""

from collections.abc import Iterable, Iterator
from typing import Any

from midpath.exchange.judged.choices import Chosen
from midpath.exchange.judged.judgment_tables import REJECTED, REJECTION
from midpath.exchange.judged.questions import Response, labels_of
from midpath.exchange.rows import BadCell, Faults
from midpath.exchange.wanted import Wanted
from midpath.json_types import JsonMapping

TASKS, SOLUTIONS, WORKER = "tasks", "solutions", "user_id"
FORM = "An assignment needs a user_id, and a solution for each of its tasks."
# What the API says about an assignment besides its answers.
READ = {
    *(TASKS, SOLUTIONS, WORKER, "status", "id", "task_suite_id", "pool_id", "owner", "reward"),
    *("created", "submitted", "accepted", "rejected", "skipped", "expired", "mixed", "automerged"),
    *("bonus_ids", "first_declined_solution_attempt", "public_comment", "assignment_issuing_type"),
}
ANSWERED = {"submitted", "accepted", "approved"}


def is_assignment(value: object) -> bool:
    return isinstance(value, dict) and value.keys() >= {TASKS, WORKER, "status"}


def responses_in(values: Iterable[tuple[int, Any]], _: Wanted, to: Faults) -> Iterator[Response]:
    for row, value in values:
        try:
            yield from _responses(row, value, to)
        except BadCell as bad:
            to.refuse(row, bad.column, bad.message)


def _responses(row: int, value: Any, to: Faults) -> Iterator[Response]:
    if not is_assignment(value) or not isinstance(value[WORKER], str | int):
        raise BadCell("", FORM)
    for name in sorted(value.keys() - READ):
        to.skip_field(row, name)
    status = str(value["status"]).lower()
    tasks, solutions = value[TASKS], value.get(SOLUTIONS)
    if status in REJECTED:
        to.skip(row, REJECTION)
    elif status not in ANSWERED:
        to.skip(row, f"assignment that is not submitted ({status})")
    elif not (_are_objects(tasks) and _are_objects(solutions) and len(tasks) == len(solutions)):
        raise BadCell(SOLUTIONS, FORM)
    else:
        for task, solution in zip(tasks, solutions, strict=True):
            yield from _of_task(row, str(value[WORKER]), task, solution)


def _of_task(row: int, worker: str, task: JsonMapping, solution: JsonMapping) -> Iterator[Response]:
    item = _item(task)
    for question, answer in _object(solution.get("output_values")).items():
        yield Response(row, question, Chosen(item, worker, labels_of(question, answer)))
    known = task.get("known_solutions")
    first = _object(known[0]) if isinstance(known, list) and known else {}
    for question, answer in _object(first.get("output_values")).items():
        labels = labels_of(question, answer)
        yield Response(row, question, Chosen(item, "", labels, known=True))


def _item(task: JsonMapping) -> str:
    if isinstance(task.get("id"), str | int):
        return str(task["id"])
    inputs = list(_object(task.get("input_values")).values())
    if len(inputs) != 1 or not isinstance(inputs[0], str | int):
        raise BadCell(TASKS, "A task needs its id.")
    return str(inputs[0])


def _are_objects(given: object) -> bool:
    return isinstance(given, list) and all(isinstance(one, dict) for one in given)


def _object(given: object) -> JsonMapping:
    return given if isinstance(given, dict) else {}
