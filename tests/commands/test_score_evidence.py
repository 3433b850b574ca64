"""`manage.py score --evidence` and `convert_evidence`: without any service, and in plain words."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management.base import CommandError

from agreement.evidence.answers import Question, mean_human, sentence_alpha
from agreement.evidence.baselines import evaluate, evaluate_human, word_count
from midpath.exchange.evidence.evidence_files import read_evidence_file
from midpath.scoring.evidence import marks_of
from tests.commands.running import SHARED, run, run_alone

OPP115 = SHARED / "data" / "opp115" / "evidence.jsonl"
LINES: list[dict[str, Any]] = [
    {"type": "document", "document": "Keep", "sentences": ["We keep data.", "We sell it.", "Bye."]},
    {
        "type": "question",
        "document": "Keep",
        "question": "Do you sell it?",
        "answers": {"e1": [1], "e2": [0, 1], "e3": []},
    },
    {
        "type": "question",
        "document": "Keep",
        "id": "cost",
        "question": "what does it cost",
        "answers": {"e1": [], "e2": []},
        "meta": {"e1": {"cause": "out of scope", "categories": ["Other"]}},
    },
    {"type": "document", "document": "Viber", "sentences": ["Nothing is kept."]},
    {"type": "question", "document": "Viber", "question": "Is it kept?", "answers": {"e1": [0]}},
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return write(tmp_path / "evidence.jsonl", *LINES)


def write(path: Path, *lines: object) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def scored(file: Path, *options: str) -> Any:
    return json.loads(run("score", "--evidence", str(file), "--json", *options))


def test_it_needs_no_service_and_has_the_promised_keys(file: Path, tmp_path: Path) -> None:
    done = run_alone("score", "--evidence", file.name, "--json", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert (found["documents"], found["questions"], found["annotators"]) == (2, 3, 3)
    assert found["alpha"]["pooled"]["exact"] == scored(file)["alpha"]["pooled"]["exact"]
    assert set(found["alpha"]["per_document"]) == {"Keep", "Viber"}
    assert found["alpha"]["per_question"]["cost"]["reason"].startswith("All labels are alike")
    assert found["alpha"]["per_question"]["Viber/1"]["reason"] == "No unit has two labels."
    # e1 and e2 share 2/3, e3 nothing: 4/9; no one finds the cost: 1.
    assert found["f1_human"]["exact"] == "13/18"
    assert (found["f1_human"]["questions"], found["f1_human"]["left_out"]) == (2, 1)
    assert found["unanswerable"]["exact"] == "1/3"
    assert found["unanswerable"]["causes"]["out of scope"]["answers"] == 1
    assert found["minority_abstains"]["cases"] == [{"question": "Keep/1", "annotators": ["e3"]}]
    assert found["disagreement"]["one_apart_cases"][0]["apart"] == ["e3"]
    assert found["categories"] == {"consensus": {"Other": 1}, "no_agreement": 0}
    assert found["asked"]["first_words"] == {"do": 1, "is": 1, "what": 1}


def test_baselines_and_predictions_meet_the_same_experts(file: Path, tmp_path: Path) -> None:
    lines = [
        {"question": "Keep/1", "sentences": [1]},
        {"question": "cost", "sentences": []},
        {"question": "Viber/1", "sentences": []},
    ]
    predictions = write(tmp_path / "system.jsonl", *lines)
    items = tmp_path / "items.jsonl"
    options = ("--predictions", str(predictions), "--items", str(items))
    rows = {row["system"]: row for row in scored(file, *options)["systems"]}
    assert list(rows) == [
        "human",
        "no answer",
        *(f"word count {top}" for top in (2, 3, 5)),
        "predictions",
    ]
    # The best of two of {1}, {0, 1}, {} is 1, 1 and 2/3; the other two questions give 1 and 0.
    assert rows["predictions"]["exact"] == "17/27"
    assert rows["predictions"]["answerability"]["exact"] == "2/3"
    assert rows["no answer"]["answerability"]["exact"] == "1/3"
    items_read = [json.loads(line) for line in items.read_text().splitlines()]
    assert [line["predicted"] for line in items_read] == [[1], [], []]
    assert items_read[0]["votes"] == [[0, 1], [1, 2]]
    assert items_read[0]["apart"] == ["e3"]
    assert (items_read[2]["predicted_f1"], items_read[2]["alpha"]["value"]) == (0.0, None)


def test_the_table_and_the_intervals(file: Path) -> None:
    text = run("score", "--evidence", str(file), "--interval")
    lines = [" ".join(line.split()) for line in text.splitlines()]
    assert "F1 human 0.72222 2" in lines
    assert "unanswerable 33.3% by more than half" in lines
    assert ": no interval: In " in text  # without Keep nothing is left to compare
    assert any(line.startswith("Keep/1 ") and line.endswith(" 0.44444") for line in lines)
    found = scored(file, "--interval")
    assert found["f1_human"]["interval"]["over"] == "documents"
    assert found["systems"][0]["interval"] == found["f1_human"]["interval"]
    assert found["systems"][1]["interval"]["resamples"] == 1000


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--predictions", "p"), "--predictions goes with --evidence"),
        (("--evidence", "absent.jsonl"), "absent.jsonl: The file cannot be read"),
        (("--evidence", "a.docx"), "The file extension determines the format"),
        (
            ("--evidence", "e.jsonl", "--flat", "f", "--bias"),
            "--evidence and --flat or --nested cannot be used together",
        ),
    ],
)
def test_what_cannot_be(options: tuple[str, ...], said: str) -> None:
    with pytest.raises(CommandError) as caught:
        run("score", *options)
    assert said in str(caught.value)


def test_faults_name_line_and_field(file: Path, tmp_path: Path) -> None:
    bad = write(tmp_path / "bad.jsonl", *LINES, LINES[1] | {"answers": {"e9": [7, 8]}}, {})
    done = run_alone("score", "--evidence", bad.name, cwd=tmp_path)
    assert done.returncode == 1
    assert "line 7, type: " in done.stderr
    assert "bad.jsonl: line 6, answers, e9: There is no sentence 7" in done.stderr
    assert "bad.jsonl: 2 errors; nothing was read." in done.stderr
    few = write(tmp_path / "few.jsonl", {"question": "cost", "sentences": []})
    with pytest.raises(CommandError, match=r"few\.jsonl: 2 of 3 questions have no prediction"):
        run("score", "--evidence", str(file), "--predictions", str(few))


def test_a_file_is_converted_and_what_is_lost_is_said(file: Path, tmp_path: Path) -> None:
    for name in ("out.tsv", "out.json", "out.jsonld", "out.jsonl"):
        done = run_alone("convert_evidence", file.name, name, cwd=tmp_path)
        assert done.returncode == 0
        assert done.stdout == f"{name}: 2 documents, 3 questions, 3 annotators.\n"
        lost = "cannot store meta-annotations: 1." in done.stderr
        assert lost == (name in {"out.tsv", "out.json"})
    assert (tmp_path / "out.jsonl").read_bytes().decode() == file.read_text()
    again = scored(tmp_path / "out.tsv")
    assert again["alpha"] == scored(file)["alpha"]
    assert again["f1_human"] == scored(tmp_path / "out.json")["f1_human"]
    with pytest.raises(CommandError, match="cannot be written"):
        run("convert_evidence", str(file), str(tmp_path / "absent" / "x.tsv"))


def test_a_file_is_converted_without_what_a_minority_does_not_answer(
    file: Path, tmp_path: Path
) -> None:
    done = run_alone("convert_evidence", file.name, "out.jsonl", "--without-minority", cwd=tmp_path)
    assert done.stdout == "out.jsonl: 2 documents, 2 questions, 2 annotators.\n"
    assert done.stderr == "Left out: 1 question: a minority found no answer.\n"
    assert scored(tmp_path / "out.jsonl")["minority_abstains"]["questions"] == 0


@pytest.mark.long
@pytest.mark.skipif(not OPP115.exists(), reason=f"no real evidence at {OPP115} (MIDPATH_SHARED)")
def test_real_experts(tmp_path: Path) -> None:
    found = scored(OPP115)
    evidence = read_evidence_file(OPP115)
    sizes = {name: len(one.sentences) for name, one in evidence.documents.items()}
    marked = [Question(q.document, sizes[q.document], marks_of(q)) for q in evidence.questions]
    slow = sentence_alpha(marked)
    assert (found["documents"], found["questions"], found["annotators"]) == (15, 135, 10)
    assert found["alpha"]["pooled"]["value"] == float(slow.pooled.value or 0)
    assert [one["value"] for one in found["alpha"]["per_question"].values()] == [
        None if one.value is None else float(one.value) for one in slow.questions
    ]
    assert {name: one["value"] for name, one in found["alpha"]["per_document"].items()} == {
        name: float(one.value or 0) for name, one in slow.documents.items()
    }
    best = mean_human(one.answers for one in marked)
    assert found["f1_human"]["value"] == float(best.value or 0)
    assert found["unanswerable"]["by_majority"] == 37
    rows = {row["system"]: row for row in found["systems"]}
    assert rows["human"]["exact"] == found["f1_human"]["exact"]
    people = evaluate_human([one.answers for one in marked])
    assert rows["human"]["answerability"]["value"] == float(people.accuracy or 0)
    words = evaluate(
        (word_count(q.text, evidence.documents[q.document].sentences, 3), marks_of(q))
        for q in evidence.questions
    )
    assert words.scores is not None
    assert rows["word count 3"]["f1"] == float(words.scores.f1)
    converted = tmp_path / "out.tsv"
    run("convert_evidence", str(OPP115), str(converted))
    assert found.pop("by_column").keys() == {"category"}  # which the table cannot store
    assert scored(converted) == found
