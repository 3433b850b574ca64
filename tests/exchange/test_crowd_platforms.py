"""Files of Toloka and Zooniverse: tables and JSON of what crowd workers answered."""

import json
from typing import Any

from midpath.exchange.labels.judged import JudgedLabels, read_judged_labels
from midpath.exchange.wanted import USUAL, Wanted

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


# Zooniverse

EXTRACTS = """\
classification_id,user_name,user_id,workflow_id,task,created_at,subject_id,extractor,data.None,data.no,data.yes,data.aggregation_version
1,ann,7,4249,T0,2024-05-31 12:33:46 UTC,12,question_extractor,,,1.0,4.1.0
2,,,4249,T0,2024-05-31 12:33:51 UTC,12,question_extractor,,1.0,,4.1.0
3,ann,7,4249,T0,2024-05-31 12:33:51 UTC,13,question_extractor,1.0,,,4.1.0
"""
EXTRACTED = [("ann", "12", "yes"), ("not logged in 2", "12", "no")]


def classifications(*annotations: Any) -> str:
    cells = ['"' + json.dumps(one).replace('"', '""') + '"' for one in annotations]
    rows = [f"{at},ann,2.1,{cell},{at}" for at, cell in enumerate(cells, 1)]
    return "\n".join(
        ["classification_id,user_name,workflow_version,annotations,subject_ids", *rows]
    )


def test_extracts_of_zooniverse_are_read() -> None:
    found = read(EXTRACTS, "question_extractor.csv")
    assert votes(found) == EXTRACTED
    assert skipped(found) == ["1 annotation without an answer to T0 (row 4)"]
    caesar = EXTRACTS.replace(",task,", ",extractor_key,").replace("user_name,user_id", "a,user_id")
    assert votes(read(caesar, "extracts.csv"))[0] == ("7", "12", "yes")
    assert "1 column not read: a (row 1)" in skipped(read(caesar, "extracts.csv"))


def test_a_text_in_an_extract_is_a_label_and_a_mark_is_counted() -> None:
    head = "classification_id,user_name,task,subject_id,extractor,data.value,data.T0_tool0_x\n"
    found = read(head + "1,ann,T0,12,dropdown,cat,\n2,bob,T0,12,point,,[4.5]\n", "a.csv")
    assert votes(found) == [("ann", "12", "cat")]
    assert skipped(found) == ["1 mark in a picture or another answer that is no label (row 3)"]


def test_one_task_of_several_is_chosen() -> None:
    body = EXTRACTS.replace(",T0,2024-05-31 12:33:51 UTC,13", ",T1,2024-05-31 12:33:51 UTC,13")
    assert "several questions: T0, T1" in problem(read(body, "a.csv"))
    assert votes(read(body, "a.csv", Wanted("T0"))) == EXTRACTED


def test_classifications_of_zooniverse_are_read() -> None:
    body = classifications(
        [{"task": "T0", "task_label": "Which?", "value": ["Blue", "Green"]}],
        [{"task": "T0", "value": [{"x": 1, "y": 2}]}],
    )
    found = read(body, "classifications.csv")
    assert votes(found) == [("ann", "1", "Blue|Green")]
    assert skipped(found) == ["1 mark in a picture or another answer that is no label (row 3)"]


def test_a_broken_classification_is_an_error_in_its_row() -> None:
    good = [{"task": "T0", "value": "Yes"}]
    assert "3 annotations" in problem(read(classifications(good, {"a": 1}), "a.csv"))
    broken = classifications(good).replace("[{", "[")
    assert problem(read(broken, "a.csv")).startswith("2 annotations ")
    no_subject = classifications(good)[:-1]
    assert "2 subject_id The row has no subject" in problem(read(no_subject, "a.csv"))


def test_a_header_that_never_ends_is_an_error() -> None:
    head = 'classification_id,subject_id,data.yes,"'
    assert "The row cannot be read" in problem(read(head, "a.csv"))
