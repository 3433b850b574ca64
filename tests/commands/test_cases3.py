"""Files as other programs write them are read correctly by `manage.py score`, or refused by
name."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.commands.running import SHARED, refusal_of, run

CASES = SHARED / "cases3"
needs_cases = pytest.mark.skipif(not CASES.exists(), reason="../shared/cases3 is not there")


def figures(*command: str) -> Any:
    return json.loads(run("score", *command, "--json"))


def case(name: str) -> str:
    return str(CASES / name)


@needs_cases
def test_rejected_answers_of_prodigy() -> None:
    found = figures("--spans", case("prodigy-answers.jsonl"))
    assert found["judgments"] == 1
    assert [(one["reason"], one["count"], one["row"]) for one in found["skipped"]] == [
        ("answer rejected by the annotator", 1, 1),
        ("answer ignored by the annotator", 1, 2),
    ]


@needs_cases
@pytest.mark.parametrize("name", ["prodigy-two-annotators.jsonl", "brat-two-annotators.zip"])
def test_two_annotators_of_one_text(name: str) -> None:
    found = figures("--spans", case(name))
    assert len(found["workers"]) == 2
    assert found["alpha"]["value"] is not None
    assert found["alpha"]["value"] == 1 or name.startswith("prodigy")


@needs_cases
def test_files_of_doccano() -> None:
    spans = figures("--spans", case("doccano-spans.jsonl"))
    assert (len(spans["workers"]), spans["judgments"], spans["given"]["spans"]) == (1, 2, 2)
    labels = figures("--labels", case("doccano-labels.jsonl"))
    assert (labels["workers"], labels["judgments"]) == (1, 2)


@needs_cases
def test_ratings_of_label_studio() -> None:
    found = figures("--labels", case("label-studio-ratings.json"), "--level", "ordinal")
    assert found["alpha"]["value"] == pytest.approx(-0.27451, abs=1e-5)
    assert figures("--labels", case("label-studio-ratings.json")) == found


@needs_cases
def test_two_questions_of_label_studio() -> None:
    path = case("label-studio-two-questions.json")
    message = refusal_of("score", "--labels", path)
    assert "sentiment (choices), topic (choices)" in message
    assert "--control sentiment" in message
    sentiment = figures("--labels", path, "--control", "sentiment")["alpha"]
    assert sentiment["value"] is None
    assert figures("--labels", path, "--control", "topic")["alpha"]["value"] == 0


@needs_cases
def test_pictures_of_label_studio() -> None:
    message = refusal_of("score", "--spans", case("label-studio-pictures.json"))
    assert "No result has the type labels" in message
    assert "rectanglelabels" in message


def write(path: Path, *values: Any) -> str:
    path.write_text("\n".join(map(json.dumps, values)))
    return str(path)


REJECTED = [
    {"text": "Ada left", "spans": [{"start": 0, "end": 3, "label": "P"}], "answer": verdict}
    for verdict in ("accept", "reject", "reject")
]


def test_what_is_left_out_is_printed_and_strict_refuses_it(tmp_path: Path) -> None:
    texts = [one | {"text": f"Ada left {number}"} for number, one in enumerate(REJECTED)]
    path = write(tmp_path / "a.jsonl", *texts)
    left = "2 answers rejected by the annotator (first in row 2)"
    assert run("score", "--spans", path).startswith(f"Left out: {left}.\n\n")
    assert left in refusal_of("score", "--spans", path, "--strict")
    sound = write(tmp_path / "b.jsonl", texts[0])
    assert figures("--spans", sound, "--strict")["skipped"] == []


def test_compare_counts_what_both_files_leave_out(tmp_path: Path) -> None:
    crowd = write(tmp_path / "a.jsonl", REJECTED[0], REJECTED[1] | {"text": "Bob left"})
    gold = write(tmp_path / "b.jsonl", REJECTED[0] | {"note": 1})
    command = ("compare", "--crowd-spans", crowd, "--gold-spans", gold)
    found = json.loads(run(*command, "--json"))["skipped"]
    assert [(one["file"], one["reason"], one["count"]) for one in found] == [
        (crowd, "answer rejected by the annotator", 1),
        (gold, "field not read: note", 1),
    ]
    assert f"Left out of {gold}: 1 field not read: note" in run(*command)
    assert "--strict allows nothing" in refusal_of(*command, "--strict")


@pytest.mark.parametrize("option", [["--control", "a"], ["--fragments"], ["--model-answers"]])
def test_choices_go_with_files_of_judgments(tmp_path: Path, option: list[str]) -> None:
    path = write(tmp_path / "a.json", {"annotation set": {}})
    name = option[0]
    assert f"{name} cannot be used with --flat" in refusal_of("score", "--flat", path, *option)
