"""`manage.py compare`: a crowd against a gold set, and a plain message for missing data."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management.base import CommandError

from tests.commands.running import run, run_alone, write_release_file

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
    table = run("compare", *files, *plan, "--items", str(out))
    assert "90% interval" in table
    [line] = [json.loads(line) for line in out.read_text().splitlines()]
    assert line["crowd"][0] == [[0, 0, 1], 3]
    assert (line["gold_settled"], line["same"], line["rank"]) == ([0, 1, 0], False, 1)
