"""`score` and `compare` of evidence: columns of questions, errors of a system, and answer sets."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management.base import CommandError

from midpath.papers.computing.questions import by_category
from midpath.papers.data import Data
from tests.commands.running import SHARED, run
from tests.commands.test_score_evidence import OPP115, write

RELEVANT = {"relevance": "relevant", "subjectivity": "subjective", "likelihood": "unlikely"}


def question(number: int, answers: dict[str, list[int]], **more: object) -> dict[str, object]:
    text = f"Question {number}?"
    return {"type": "question", "document": "d", "question": text, "answers": answers, **more}


LINES: list[dict[str, object]] = [
    {
        "type": "document",
        "document": "d",
        "sentences": ["One.", "Two.", "Three."],
        "sections": [{"title": "A", "start": 0}, {"title": "B", "start": 2}],
    },
    question(
        1,
        {"e1": [0], "e2": [0, 1], "e3": []},
        category="first",
        meta={"e1": RELEVANT, "e2": RELEVANT | {"subjectivity": "objective"}},
        extra={"split": "test", "topics": ["x", "y"]},
    ),
    question(2, {"e1": [1], "e2": [1]}, category="third", extra={"split": "test"}),
    question(3, {"e1": [], "e2": []}, category="third", meta={"e1": RELEVANT}),
]
# The first answer is missed, the second is elsewhere, and the third is invented.
PREDICTED = [("d/1", []), ("d/2", [2]), ("d/3", [0])]


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    lines = [{"question": name, "sentences": marked} for name, marked in PREDICTED]
    return (
        str(write(tmp_path / "evidence.jsonl", *LINES)),
        str(write(tmp_path / "system.jsonl", *lines)),
    )


def scored(file: str, *options: str) -> Any:
    return json.loads(run("score", "--evidence", file, "--json", *options))


def test_a_questions_own_category_and_any_other_column(files: tuple[str, str]) -> None:
    found = scored(files[0], "--by", "split", "--by", "topics", "--by", "length")["by_column"]
    assert list(found) == ["category", "split", "topics", "length"]
    third = found["category"]["values"]["third"]
    assert (third["questions"], third["systems"][0]["exact"]) == (2, "1/1")
    assert third["systems"][1]["system"] == "no answer"
    assert third["systems"][1]["exact"] == "1/2"
    assert found["split"]["left_out"] == 1
    assert {value: one["questions"] for value, one in found["topics"]["values"].items()} == {
        "x": 1,
        "y": 1,
    }
    text = run("score", "--evidence", files[0], "--by", "split")
    lines = [" ".join(line.split()) for line in text.splitlines()]
    assert any(line.startswith("third 2 ") for line in lines)
    assert "1 question without a value" in lines
    with pytest.raises(CommandError, match=r"--by: No question has a value in the column colour"):
        scored(files[0], "--by", "colour")


def test_errors_of_a_system_by_what_experts_say(files: tuple[str, str]) -> None:
    found = scored(files[0], "--predictions", files[1])["errors"]["predictions"]
    every = {"questions": 3, "missed": 1, "invented": 1, "elsewhere": 1, "share": 1.0}
    assert found["all"] == every
    assert found["by"]["scope"]["relevant"] == {
        "questions": 2,
        "missed": 1,
        "invented": 1,
        "elsewhere": 0,
        "share": 1.0,
    }
    assert set(found["by"]["subjectivity"]) == {"no agreement", "not given", "subjective"}
    assert {value: one["missed"] for value, one in found["by"]["silence"].items()} == {
        "all": 0,
        "nobody": 0,
        "some": 1,
    }
    assert set(found["by"]["expectedness"]) == {"not given", "unexpected"}
    text = run("score", "--evidence", files[0], "--predictions", files[1])
    assert "Errors of predictions" in text
    assert "errors" not in scored(files[0])


def test_sentences_and_sections_in_several_answer_sets(files: tuple[str, str]) -> None:
    found = scored(files[0])["answer_sets"]
    assert found["sentences"] == {"value": 0.5, "exact": "1/2", "shared": 1, "places": 2}
    assert found["sections"] == {"value": 1.0, "exact": "1/1", "shared": 1, "places": 1}


def test_compare_breaks_down_a_system_on_either_side(files: tuple[str, str]) -> None:
    for crowd, gold in (files, files[::-1]):
        sides = ("--crowd-evidence", crowd, "--gold-evidence", gold)
        found = json.loads(run("compare", *sides, "--by", "split", "--json"))
        assert found["errors"]["predictions"]["all"]["missed"] == 1
        assert list(found["by_column"]) == ["category", "split"]
    people = ("--crowd-evidence", files[0], "--gold-evidence", files[0])
    assert "by_column" not in json.loads(run("compare", *people, "--json"))
    with pytest.raises(CommandError, match="--by compares a system with people"):
        run("compare", *people, "--by", "split")


@pytest.mark.skipif(not OPP115.exists(), reason=f"no real evidence at {OPP115} (MIDPATH_SHARED)")
def test_categories_of_real_questions_equal_the_replication() -> None:
    found = scored(str(OPP115))["by_column"]["category"]["values"]
    assert {value: one["questions"] for value, one in found.items()} == dict.fromkeys(found, 15)
    lines = by_category(Data(SHARED / "data")).lines
    printed = {line.label.partition(". ")[2]: line.cells[-1].value for line in lines}
    assert {value: 100 * one["systems"][0]["f1"] for value, one in found.items()} == printed
