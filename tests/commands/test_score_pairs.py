"""`manage.py score --pairs`: every figure of a crowd's answers on pairs, from a file alone."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from django.core.management.base import CommandError

from tests.commands.crowds import score, small
from tests.commands.running import run, write


def test_every_figure_is_there(tmp_path: Path) -> None:
    result = score(small(tmp_path / "judged.csv", "pairs"), "pairs")
    assert Fraction(result["pairwise"]["exact"]) == Fraction(2, 3)
    assert result["pairwise_agreement"] == pytest.approx(2 / 3)
    assert result["alpha"]["exact"] == "11/40"
    assert result["majority"]["ties"] == 0
    assert result["majority"]["accuracy"] == 1.0
    assert result["dawid_skene"]["accuracy"] == 1.0
    assert [column["name"] for column in result["strata"]] == [
        *("[0, .25]", "(.25, .5]", "(.5, .75]", "(.75, 1]"),
        "all",
    ]
    assert result["r"]["value"] == pytest.approx(0.8703882797784892)
    assert result["worker_agreement"]["quartiles"] == [0.75, 1.0, 1.0]
    assert result["time"]["spearman"]["value"] == pytest.approx(1)
    assert result["yes_no"]["majority"]["consensus"] == {"no": 5, "yes": 5}
    assert result["answers"] == [
        {"answer": "no", "judgments": 10, "yes": False},
        {"answer": "yes", "judgments": 20, "yes": True},
    ]


@pytest.mark.long
def test_intervals_stand_in_each_figure(tmp_path: Path) -> None:
    path = small(tmp_path / "judged.csv", "pairs")
    result = score(path, "pairs", "--interval")
    for name in ("alpha", "pairwise", "consensus_yes", "r"):
        figure = result[name]
        assert figure["interval"]["low"] < figure["value"] < figure["interval"]["high"]
    printed = run("score", "--pairs", str(path), "--interval")
    assert printed.count("1,000 resamples of the pairs, seed") == 4


def test_a_stranger_can_read_the_tables(tmp_path: Path) -> None:
    printed = run("score", "--pairs", str(small(tmp_path / "judged.csv", "pairs")))
    lines = [" ".join(line.split()) for line in printed.splitlines()]
    for line in (
        "workers 3",
        "answered yes 20 counts as yes",
        "α 0.2750 10",
        "Answers as given, by similarity",
        "winner has 2 votes 100.0% 66.7% 0.0% 0.0% 50.0%",
        "majority 10 0 100.00% 10",
        "Workers who judged at least 10 pairs: 3 (0 judged fewer)",
        "own vote counted in 75.00% 100.00% 100.00%",
        "Time, of 30 judgments: median 5.5 seconds",
    ):
        assert line in lines


def test_answers_that_count_as_yes(tmp_path: Path) -> None:
    rows = ("ann,p,strong yes", "bob,p,yes", "cy,p,no", "dee,p,no")
    path = write(tmp_path / "judged.csv", "worker,pair,answer", *rows)
    result = score(path, "pairs", "--yes", "strong yes", "--yes", "yes")
    assert result["majority"]["consensus"] == {"no": 1}
    assert result["yes_no"]["majority"]["ties"] == 1
    assert "Answers as yes or no" in run("score", "--pairs", str(path), "--yes", "yes")
    assert score(path, "pairs")["yes_no"]["majority"]["consensus"] == {"no": 1}
    path.write_text(path.read_text().replace("strong yes", "a").replace("yes", "b"))
    result = score(path, "pairs")
    assert result["yes_no"] is None
    assert result["r"]["reason"] == "No answer counts as yes."
    assert "No answer counts as yes." in run("score", "--pairs", str(path))


def test_one_line_a_pair(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    run("score", "--pairs", str(small(tmp_path / "judged.csv", "pairs")), "--items", str(out))
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    assert [line["pair"] for line in lines] == [f"t{number}" for number in range(10)]
    assert lines[3]["votes"] == {"no": 2, "yes": 1}
    assert (lines[3]["stratum"], lines[3]["similarity"]) == ("(.25, .5]", 0.3)
    assert lines[3]["majority"] == lines[3]["dawid_skene"] == lines[3]["gold"] == "no"


def test_trouble_at_the_terminal(tmp_path: Path) -> None:
    path = small(tmp_path / "judged.csv", "pairs")
    for options, said in (
        (
            ("--pairs", str(path), "--flat", str(path)),
            "--pairs and --flat or --nested cannot be used together",
        ),
        (("--pairs", "absent.csv"), "absent.csv cannot be read"),
        (("--pairs", str(path), "--items", "absent/out.jsonl"), "cannot be written"),
    ):
        with pytest.raises(CommandError, match=said):
            run("score", *options)
