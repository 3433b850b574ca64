"""`manage.py score --pairs`: every figure of a crowd's answers on pairs, from a file alone."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from django.core.management.base import CommandError

from tests.commands.running import SHARED, run, run_alone

RTE = SHARED / "data" / "rte" / "rte_judgments.csv"
WORKERS = ("ann", "bob", "cy")


def small(path: Path) -> Path:
    """Return ten pairs judged by three workers; cy says yes to all of them."""
    lines = ["worker,pair,answer,similarity,gold,seconds,words"]
    for number in range(10):
        right = "yes" if number >= 5 else "no"
        for worker in WORKERS:
            answer = "yes" if worker == "cy" else right
            lines.append(
                f"{worker},p{number},{answer},0.{number},{right},{number + 1},{30 + number}"
            )
    path.write_text("\n".join(lines))
    return path


def score(path: Path, *options: str) -> dict[str, Any]:
    result: dict[str, Any] = json.loads(run("score", "--pairs", str(path), "--json", *options))
    return result


def test_it_needs_no_database(tmp_path: Path) -> None:
    small(tmp_path / "judged.csv")
    done = run_alone("score", "--pairs", "judged.csv", "--json", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    result = json.loads(done.stdout)
    assert (result["pairs"], result["workers"], result["judgments"]) == (10, 3, 30)


def test_every_figure_is_there(tmp_path: Path) -> None:
    result = score(small(tmp_path / "judged.csv"))
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
    path = small(tmp_path / "judged.csv")
    result = score(path, "--interval")
    for name in ("alpha", "pairwise", "consensus_yes", "r"):
        figure = result[name]
        assert figure["interval"]["low"] < figure["value"] < figure["interval"]["high"]
    printed = run("score", "--pairs", str(path), "--interval")
    assert printed.count("1,000 resamples of the pairs, seed") == 4


def test_the_order_of_rows_does_not_matter(tmp_path: Path) -> None:
    path = small(tmp_path / "judged.csv")
    head, *rows = path.read_text().splitlines()
    turned = tmp_path / "turned.csv"
    turned.write_text("\n".join([head, *rows[::-1]]))
    assert score(turned, "--interval") == score(path, "--interval")


def test_a_stranger_can_read_the_tables(tmp_path: Path) -> None:
    printed = run("score", "--pairs", str(small(tmp_path / "judged.csv")))
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
    path = tmp_path / "judged.csv"
    rows = ("ann,p,strong yes", "bob,p,yes", "cy,p,no", "dee,p,no")
    path.write_text("\n".join(["worker,pair,answer", *rows]))
    result = score(path, "--yes", "strong yes", "--yes", "yes")
    assert result["majority"]["consensus"] == {"no": 1}
    assert result["yes_no"]["majority"]["ties"] == 1
    assert "Answers as yes or no" in run("score", "--pairs", str(path), "--yes", "yes")
    assert score(path)["yes_no"]["majority"]["consensus"] == {"no": 1}
    path.write_text(path.read_text().replace("strong yes", "a").replace("yes", "b"))
    result = score(path)
    assert result["yes_no"] is None
    assert result["r"]["reason"] == "No answer counts as yes."
    assert "No answer counts as yes." in run("score", "--pairs", str(path))


def test_rows_that_do_not_count_are_reported(tmp_path: Path) -> None:
    path = tmp_path / "judged.csv"
    path.write_text("worker,pair,answer,counts\na,p,yes,yes\nb,p,no,no\n")
    result = score(path)
    assert (result["judgments"], result["not_counted"]) == (1, 1)
    assert result["alpha"]["reason"] == "No pair has two judgments."
    assert "judgments not counted" in run("score", "--pairs", str(path))


def test_one_line_a_pair(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    run("score", "--pairs", str(small(tmp_path / "judged.csv")), "--items", str(out))
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    assert [line["pair"] for line in lines] == [f"p{number}" for number in range(10)]
    assert lines[3]["votes"] == {"no": 2, "yes": 1}
    assert (lines[3]["stratum"], lines[3]["similarity"]) == ("(.25, .5]", 0.3)
    assert lines[3]["majority"] == lines[3]["dawid_skene"] == lines[3]["gold"] == "no"


def test_known_answers_that_nobody_gives_are_reported(tmp_path: Path) -> None:
    (tmp_path / "judged.csv").write_text("worker,pair,answer,gold\na,p,yes,Yes\nb,p,yes,Yes\n")
    done = run_alone("score", "--pairs", "judged.csv", "--json", cwd=tmp_path)
    assert "the gold answer of 1 pair is Yes, but no judgment has it." in done.stderr
    assert json.loads(done.stdout)["majority"]["accuracy"] == 0


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("worker,pair,answer\nann,,yes\n", "row 2, column pair: The pair is empty."),
        (
            "worker,pair,answer\na,p,yes\na,p,no\n",
            "row 3, column worker: The worker “a” already judged",
        ),
        ("one,two\n", "row 1: There is no column named worker."),
        ("worker,pair,answer\na,,x\nb,,x\n", "2 faults in all; nothing was scored."),
        ("", "The file contains no judgments that count."),
    ],
)
def test_what_cannot_be_read_is_one_clear_line(tmp_path: Path, content: str, said: str) -> None:
    path = tmp_path / "bad.csv"
    path.write_text(content)
    with pytest.raises(CommandError) as caught:
        run("score", "--pairs", str(path))
    assert str(caught.value).startswith(f"{path}: ")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_trouble_at_the_terminal(tmp_path: Path) -> None:
    path = small(tmp_path / "judged.csv")
    for options, said in (
        (
            ("--pairs", str(path), "--flat", str(path)),
            "--flat or --nested and --pairs cannot be used together",
        ),
        (("--pairs", "absent.csv"), "absent.csv cannot be read"),
        (("--pairs", str(path), "--items", "absent/out.jsonl"), "cannot be written"),
    ):
        with pytest.raises(CommandError, match=said):
            run("score", *options)


@pytest.mark.long
@pytest.mark.skipif(not RTE.exists(), reason=f"no real judgments at {RTE} (MIDPATH_SHARED)")
def test_real_judgments() -> None:
    result = score(RTE)
    assert (result["pairs"], result["workers"], result["judgments"]) == (800, 164, 8000)
    assert round(result["alpha"]["value"], 4) == 0.2415
    assert round(result["majority"]["accuracy"], 4) == 0.8969
    assert result["majority"]["ties"] == 65
    assert round(result["dawid_skene"]["accuracy"], 4) == 0.9275
