"""`manage.py compare`: a crowd against a gold set, of segmentations, pairs, labels, evidence and
spans: tables, lines, and a plain message for missing data."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management.base import CommandError

from tests.commands.running import refusal_of, run, run_alone, write_release_file

# LAW 2013, Tables 1 and 2, with gold annotators of our own.
CROWD_FLAT = ["a b c | d"] * 3 + ["a b | c d"] * 3 + ["a | b c | d"] * 2 + ["a | b c d"] * 2
CROWD_NESTED = ["((a b) (c d))"] * 4 + ["(a ((b c) d))"] * 3 + ["(a (b (c d)))"] * 2
GOLD_FLAT = ["a b | c d"] * 2 + ["a b c d"]
GOLD_NESTED = ["((a b) (c d))"] * 2
TEXT = "a b c d"


def annotations(forms: list[str]) -> dict[str, Any]:
    return {str(number): form for number, form in enumerate(forms, 1)}


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    sets = {
        "crowd-flat": {TEXT: annotations(CROWD_FLAT), "e f": annotations(["e | f", "e f"])},
        "crowd-nested": {TEXT: annotations(CROWD_NESTED)},
        "gold-flat": {TEXT: annotations(GOLD_FLAT), "g h": annotations(["g h"])},
        "gold-nested": {TEXT: annotations(GOLD_NESTED)},
    }
    options = []
    for name, texts in sets.items():
        options += [f"--{name}", str(write_release_file(tmp_path / f"{name}.json", texts))]
    return options


def test_all_four_files(files: list[str], tmp_path: Path) -> None:
    done = run_alone("compare", *files, "--json", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    figures = json.loads(done.stdout)
    assert figures["texts"] == 1
    assert set(figures["left_out"].values()) == {1}
    assert set(figures["nested"]["between"]) == {"d1", "d2"}
    # "a b | c d" three times of ten, by both gold trees; nothing else is entailed.
    assert figures["crowd_flat_by_gold_nested"]["observed"] == 0.3
    # Two of three gold flats by four of nine trees, the whole text by all.
    assert figures["gold_flat_by_crowd_nested"]["entailed"] == 2 * 4 + 9
    assert sum(figures["gold_flat_by_crowd_nested"]["texts_by_tenths"]) == 1
    assert figures["picks"]["single flats"]["crowd"]["among_gold"] == 0.3
    assert figures["picks"]["femn"]["crowd"]["texts"] == 1
    assert figures["picks"]["femn"]["mixed"]["among_gold"] == 1
    assert figures["picks"]["femn"]["mixed"]["entailed"] == 1


def test_the_table_shows_the_same_figures(files: list[str]) -> None:
    figures = json.loads(run("compare", *files, "--json"))
    table = run("compare", *files)
    assert "  texts with flats of both      1\n" in table
    assert f"{figures['flat']['between']['d1']['value']:.5f}" in table
    assert f"{figures['gold_flat_by_crowd_nested']['observed']:.3%}" in table
    picks = figures["picks"]["femn"]
    [femn] = [line.split() for line in table.splitlines() if line.startswith("  FEMN ")]
    assert femn[1:3] == [f"{picks[source]['among_gold']:.3%}" for source in ("crowd", "mixed")]
    assert "  Iterative Voting  " in table


def test_flats_alone_leave_the_rest_out_with_reasons(files: list[str]) -> None:
    table = run("compare", *files[:2], *files[4:6])
    assert "Nested" not in table
    assert "entailed by" not in table
    assert "No text has a pick and a gold flat" in table


def test_sets_without_a_common_text_have_no_figures(tmp_path: Path) -> None:
    one = write_release_file(tmp_path / "one.json", {"a b": {"1": "a b"}})
    two = write_release_file(tmp_path / "two.json", {"c d": {"1": "c d"}})
    done = run_alone("compare", "--crowd-flat", str(one), "--gold-flat", str(two), "--json")
    assert done.returncode == 1
    assert "Nothing was compared: no text has flat segmentations in both sets." in done.stderr
    figures = json.loads(done.stdout)
    assert figures["texts"] == 0
    assert figures["flat"]["between"]["d1"]["value"] is None
    assert "both sets" in figures["flat"]["between"]["d1"]["reason"]


def test_annotations_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    bad = write_release_file(tmp_path / "bad.json", {"a b": {"1": "a b", "2": "a || b"}})
    done = run_alone("compare", "--crowd-flat", str(bad), "--gold-flat", str(bad), cwd=tmp_path)
    assert done.returncode == 0
    assert "“a b”, annotation 2: The segment before the bar" in done.stderr


def test_a_file_that_is_not_there_is_one_clear_line() -> None:
    with pytest.raises(CommandError, match=r"absent\.json cannot be read"):
        run("compare", "--crowd-flat", "absent.json", "--gold-flat", "absent.json")


def test_items_of_segmentations_and_intervals_of_another_level(
    files: list[str], tmp_path: Path
) -> None:
    out = tmp_path / "items.jsonl"
    plan = ("--interval", "--level", ".9", "--seed", "3", "--resamples", "50")
    assert "90% interval" in run("compare", *files, *plan, "--items", str(out))
    [line] = [json.loads(line) for line in out.read_text().splitlines()]
    assert line["crowd"][0] == [[0, 0, 1], 3]
    assert (line["gold_settled"], line["same"], line["rank"]) == ([0, 1, 0], False, 1)


CROWD = (
    "worker,pair,answer,gold\n"
    "ann,p,yes,yes\nbob,p,yes,yes\nann,q,no,yes\nbob,q,yes,yes\nann,r,no,\n"
)
GOLD = "worker,pair,answer\neve,p,yes\neve,q,no\neve,s,no\n"
EVIDENCE = (
    '{"type": "document", "document": "d", "sentences": ["One.", "Two."]}\n'
    '{"type": "question", "document": "d", "id": "q", "question": "Q", "answers": {"a": [0]}}\n'
    '{"type": "question", "document": "d", "id": "r", "question": "R", "answers": {"a": []}}\n'
)
SYSTEM = '{"question": "q", "sentences": [0, 1]}\n'
SPANS = '{"worker": "a", "item": "Ann went", "length": 2, "unit": "%s", "spans": [[0, 1, "P"]]}\n'
FILES = {
    "crowd.csv": CROWD,
    "gold.csv": GOLD,
    "other.csv": "worker,pair,answer\neve,z,yes\n",
    "labels.csv": "worker,item,label\nann,i,1\nbob,i,3\n",
    "sets.csv": "worker,item,label\nann,i,1|2\n",
    "evidence.jsonl": EVIDENCE,
    "others.jsonl": EVIDENCE.replace("Two.", "Three."),
    "system.jsonl": SYSTEM,
    "beyond.jsonl": SYSTEM.replace("1]", "2]"),
    "unknown.jsonl": SYSTEM.replace('"q"', '"z"'),
    "words.jsonl": SPANS % "words",
    "characters.jsonl": SPANS % "characters",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_table_has_the_figures_of_the_json(folder: Path) -> None:
    both = ("--crowd-pairs", "crowd.csv", "--gold-pairs", "gold.csv")
    figures = json.loads(run("compare", *both, "--json"))
    assert figures["left_out"] == {"without a gold answer": 1, "without an answer of the crowd": 1}
    assert "differences" not in figures
    assert "interval" not in figures["alpha"]["between"]
    table = run("compare", *both, "--interval", "--resamples", "20")
    assert "  without a gold answer           1\n" in table
    assert f"between              {figures['alpha']['between']['value']:.5f}" in table
    assert "  answer by answer   75.000%      2\n" in table
    for words in ("Consensus of both sides", "In what the two differ", "the crowd less gold"):
        assert words in table


def test_lines_may_be_printed_and_the_figures_next_to_them(folder: Path) -> None:
    words = ("--crowd-pairs", "crowd.csv", "--gold-pairs", "gold.csv", "--items", "-")
    done = run_alone("compare", *words, cwd=folder)
    assert (done.returncode, "α between the sides" in done.stderr) == (0, True)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert lines[0] == {
        "item": "p",
        "crowd": [["yes", 2]],
        "gold": [["yes", 1]],
        "crowd_settled": "yes",
        "gold_settled": "yes",
        "same": True,
        "alike": 1.0,
        "rank": 2,
    }
    assert (lines[1]["crowd_settled"], lines[1]["same"], lines[1]["alike"]) == (None, None, 0.5)


def test_yes_may_be_another_answer(folder: Path) -> None:
    words = ("--crowd-pairs", "crowd.csv", "--gold-pairs", "gold.csv", "--interval", "--json")
    shares = []
    for yes in ((), ("--yes", "no")):
        found = json.loads(run("compare", *words, *yes))["differences"]
        shares.append(next(one["crowd"] for one in found if one["measure"] == "yes"))
    assert shares == [0.75, 0.25]


def test_a_systems_answers_stand_on_either_side(folder: Path) -> None:
    for crowd, gold in (("system", "evidence"), ("evidence", "system")):
        files = ("--crowd-evidence", f"{crowd}.jsonl", "--gold-evidence", f"{gold}.jsonl")
        found = json.loads(run("compare", *files, "--json"))
        assert (found["items"], found["alike"]["exact"]) == (1, "2/3")
    apart = ("--crowd-evidence", "evidence.jsonl", "--gold-evidence", "others.jsonl", "--json")
    done = run_alone("compare", *apart, cwd=folder)
    assert json.loads(done.stdout)["left_out"] == {"in both, with different words": 2}
    assert done.returncode == 1


def test_nothing_in_common_is_reported_after_the_figures(folder: Path) -> None:
    files = ("--crowd-pairs", "crowd.csv", "--gold-pairs", "other.csv")
    done = run_alone("compare", *files, "--interval", cwd=folder)
    assert (done.returncode, done.stdout.split()[:4]) == (1, ["answered", "by", "both", "0"])
    assert "Nothing was compared: no item has answers from both sides." in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            [],
            "Name a file with --crowd-labels, --crowd-pairs, --crowd-spans, --crowd-evidence",
        ),
        (["--gold-flat", "x"], "--gold-flat needs a second file. Give it with --crowd-flat."),
        (["--crowd-flat", "x"], "Give it with --gold-flat."),
        (["--gold-pairs", "gold.csv"], "Give it with --crowd-pairs."),
        (
            ["--crowd-pairs", "gold.csv"],
            "gold.csv has no gold answers: the column gold is missing.",
        ),
        (["--crowd-pairs", "crowd.csv", "--yes", "maybe"], "--yes maybe: no one gave this answer."),
        (["--crowd-labels", "labels.csv"], "labels.csv has no gold labels"),
        (["--crowd-spans", "words.jsonl"], "words.jsonl has no gold spans"),
        (
            ["--crowd-labels", "labels.csv", "--gold-labels", "sets.csv"],
            "labels.csv has one, and sets.csv has any: these kinds of labels cannot be compared.",
        ),
        (
            ["--crowd-spans", "words.jsonl", "--gold-spans", "characters.jsonl"],
            "words.jsonl counts words and characters.jsonl characters.",
        ),
        (["--crowd-evidence", "evidence.jsonl"], "Give it with --gold-evidence."),
        (
            ["--crowd-evidence", "system.jsonl", "--gold-evidence", "system.jsonl"],
            "Both files contain a system's answers",
        ),
        (
            ["--crowd-evidence", "beyond.jsonl", "--gold-evidence", "evidence.jsonl"],
            "beyond.jsonl: line 1, sentences: There is no sentence 2",
        ),
        (
            ["--crowd-evidence", "unknown.jsonl", "--gold-evidence", "evidence.jsonl"],
            "unknown.jsonl: line 1, question: There is no question 'z'.",
        ),
        (["--crowd-pairs", "crowd.csv", "--seed", "1"], "--seed goes with --interval."),
        (["--crowd-pairs", "-", "--gold-pairs", "-"], "can be read only once"),
        (
            ["--crowd-pairs", "a", "--crowd-labels", "b"],
            "--crowd-labels or --gold-labels and --crowd-pairs or --gold-pairs cannot be used",
        ),
    ],
)
def test_what_cannot_be_compared_is_one_clear_line(
    folder: Path, words: list[str], said: str
) -> None:
    assert said in refusal_of("compare", *words)
