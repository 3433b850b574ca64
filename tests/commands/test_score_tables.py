"""`manage.py score` and `compare` read tables as other programs write them, and say how."""

import json
from pathlib import Path

import pytest
from django.core.management.base import CommandError

from tests.commands.running import refusal_of, run

MATRIX = "item,ann,bob,cy,note\n1,1,1,,so\n2,2,3,2,\n3,3,3,3,\n4,,1,1,\n"
# The same without the missing ones, as krippendorff 0.9 computes it: 71/80.
ALPHA = 0.8875
AGAIN = "worker,item,label\na,1,x\na,1,y\nb,1,x\na,2,y\nb,2,y\n"


def written(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_report_begins_with_how_a_table_was_read(tmp_path: Path) -> None:
    path = written(tmp_path / "m.csv", MATRIX)
    lines = run("score", "--labels", path, "--level", "ordinal").splitlines()
    assert lines[0] == "Read as a matrix: 4 items by 3 workers (ann, bob, cy). Empty cells: 2."
    assert "Left out: 1 column not read: note." in lines
    found = json.loads(run("score", "--labels", path, "--level", "ordinal", "--json"))
    assert found["notes"] == [{"file": path, "note": lines[0]}]
    assert found["alpha"]["value"] == pytest.approx(ALPHA)


def test_options_say_how_to_read(tmp_path: Path) -> None:
    again = written(tmp_path / "a.csv", AGAIN)
    assert "--repeats first, last or all" in refusal_of("score", "--labels", again)
    counts = {
        repeats: json.loads(run("score", "--labels", again, "--repeats", repeats, "--json"))
        for repeats in ("first", "last", "all")
    }
    assert [one["judgments"] for one in counts.values()] == [4, 4, 5]
    assert [one["alpha"]["value"] for one in counts.values()] == pytest.approx([1, 0, 1 / 3])
    assert "several labels" in counts["all"]["kappa"]["cohen"]["reason"]
    table = written(tmp_path / "t.csv", "who,what,said\na,1,x\nb,1,?\n")
    chosen = ("--columns", "worker=who,item=what", "--columns", "label=said", "--missing", "?")
    found = json.loads(run("score", "--labels", table, *chosen, "--json"))
    assert (found["judgments"], found["skipped"][0]["count"]) == (1, 1)
    wide = json.loads(
        run("score", "--labels", written(tmp_path / "w.csv", MATRIX), "--wide", "items", "--json")
    )
    assert wide["workers"] == 4


@pytest.mark.parametrize("given", ["label", "label=a,label=b"])
def test_a_choice_of_columns_that_is_none_is_refused(tmp_path: Path, given: str) -> None:
    with pytest.raises(CommandError, match=r"is not a column|is given twice"):
        run("score", "--labels", written(tmp_path / "a.csv", AGAIN), "--columns", given)


def test_such_options_are_only_for_tables_of_judgments(tmp_path: Path) -> None:
    path = written(tmp_path / "f.json", "{}")
    message = "--repeats cannot be used with --flat."
    assert refusal_of("score", "--flat", path, "--repeats", "last") == message


def test_two_files_are_compared_by_their_names(tmp_path: Path) -> None:
    crowd = written(tmp_path / "crowd.csv", "worker,item,label\na,caf\u00e9,oui\nb,caf\u00e9,non\n")
    gold = written(tmp_path / "gold.csv", "rater,unit,score\ng,cafe\u0301,\u200boui\n")
    found = json.loads(run("compare", "--crowd-labels", crowd, "--gold-labels", gold, "--json"))
    assert found["items"] == 1
    assert [one["file"] for one in found["notes"]] == [gold]


def test_remarks_are_in_the_report(tmp_path: Path) -> None:
    path = written(tmp_path / "c.csv", "worker,item,label\na,1,Yes\nb,1,yes\n")
    assert "“Yes” and “yes” differ only in case." in run("score", "--labels", path)
