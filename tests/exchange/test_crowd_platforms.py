"""Files of Toloka and Zooniverse: tables and JSON of what crowd workers answered."""

import json
from typing import Any

from annotation.exchange.labels.judged import JudgedLabels, read_judged_labels
from annotation.exchange.wanted import USUAL, Wanted

TABLE = (
    "INPUT:image\tOUTPUT:tone\tGOLDEN:tone\tHINT:text\tASSIGNMENT:task_id\tASSIGNMENT:worker_id"
    "\tASSIGNMENT:status\n"
    "a.png\tgood\tgood\t\tt1\tw1\tAPPROVED\n"
    "b.png\tbad\t\t\tt2\tw1\tAPPROVED\n"
    "a.png\tbad\tgood\t\tt1\tw2\tREJECTED\n"
)


def assignment(worker: str = "w1", status: str = "ACCEPTED", **answers: Any) -> dict[str, Any]:
    known = [{"correctness_weight": 1, "output_values": {"tone": "good"}}]
    task = {"id": "t1", "input_values": {"image": "a.png"}, "known_solutions": known}
    other = {"id": "t2", "input_values": {"image": "b.png"}}
    return {
        "id": "a1", "user_id": worker, "status": status, "tasks": [task, other],
        "solutions": [{"output_values": answers or {"tone": "good"}},
                      {"output_values": {"tone": "bad"}}],
    }  # fmt: skip


def read(body: str | bytes | Any, name: str = "a.json", wanted: Wanted = USUAL) -> JudgedLabels:
    text = body if isinstance(body, str) else json.dumps(body)
    return read_judged_labels(name, text.encode(), wanted=wanted)


def votes(found: JudgedLabels) -> list[tuple[str, str, str]]:
    assert not found.errors
    rows = found.judgments
    return [
        (rows.workers[worker], rows.items[item], "|".join(rows.answers[answer]))
        for worker, item, answer in zip(rows.worker, rows.item, rows.answer, strict=True)
    ]


def skipped(found: JudgedLabels) -> list[str]:
    return [str(one) for one in found.skipped]


def problem(found: JudgedLabels) -> str:
    return " ".join(f"{one.row} {one.column} {one.message}" for one in found.errors)


# Toloka


def test_a_table_of_toloka_is_read() -> None:
    found = read(TABLE, "assignments.tsv")
    assert votes(found) == [("w1", "t1", "good"), ("w1", "t2", "bad")]
    assert found.gold == {"t1": ("good",)}
    assert "1 assignment rejected by the requester (row 4)" in skipped(found)


def test_an_item_without_a_task_is_named_by_its_input() -> None:
    found = read("INPUT:image\tOUTPUT:tone\tASSIGNMENT:worker_id\na.png\tgood\tw1\n", "a.tsv")
    assert votes(found) == [("w1", "a.png", "good")]


def test_assignments_in_json_are_what_the_table_says() -> None:
    given = [assignment(), assignment("w2", "REJECTED"), assignment("w3", "EXPIRED")]
    lines = "\n".join(map(json.dumps, given))
    for body, name in ((given, "a.json"), ({"items": given}, "a.json"), (lines, "a.jsonl")):
        found = read(body, name)
        assert votes(found) == votes(read(TABLE, "a.tsv"))
        assert found.gold == {"t1": ("good",)}
        assert skipped(found) == [
            "1 assignment rejected by the requester (row 2)",
            "1 assignment that is not submitted (expired) (row 3)",
        ]


def test_one_of_several_questions_of_toloka_is_chosen() -> None:
    given = [assignment(tone="good", sure=True)]
    found = read(given)
    assert "several questions: tone, sure. Choose one: --control tone" in problem(found)
    assert found.controls == ["tone", "sure"]
    found = read(given, wanted=Wanted(control="sure"))
    assert votes(found) == [("w1", "t1", "true")]
    assert "3 answers to another question: tone (first in row 1)" in skipped(found)
    assert "no question “x”. It has: tone, sure" in problem(read(given, wanted=Wanted("x")))


def test_a_broken_assignment_is_an_error_in_its_row() -> None:
    given = [assignment(), assignment("w2") | {"solutions": []}]
    assert "2 solutions An assignment needs" in problem(read(given))
    assert "1 tone Expected a label" in problem(read([assignment(tone={"a": 1})]))
    assert "1 field not read: foreign" in skipped(read([assignment() | {"foreign": 1}]))[0]
