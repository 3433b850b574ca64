"""`manage.py score`: levels of nested annotations, and --bias."""

import json
from pathlib import Path

import pytest
from django.core.management.base import CommandError

from tests.commands.running import TOY_NESTED, run, write, write_release_file

FLAT = {
    "flights to rome": {"1": "flights to | rome", "2": "flights | to rome"},
    "how to choose a bike": {"1": "how to | choose a bike", "2": "how to choose a bike"},
    "one": {"1": "one"},
    "bad text": {"1": "bad", "2": "bad text"},
}


@pytest.fixture
def flat(tmp_path: Path) -> str:
    return str(write_release_file(tmp_path / "flat.json", FLAT))


@pytest.fixture
def nested(tmp_path: Path) -> str:
    return str(write_release_file(tmp_path / "nested.json", TOY_NESTED))


def test_levels_and_bracketing_of_nested_annotations(nested: str) -> None:
    figures = json.loads(run("score", "--nested", nested, "--json"))["nested"]
    # The first cuts differ in all three pairs of the first text and in the one of the second.
    assert figures["levels"][0] == figures["levels"][0] | {"value": 0, "shared": 0, "splits": 8}
    assert figures["bracketing"]["pairs"] == 4
    assert "level 1, the root" in run("score", "--nested", nested)


def test_biases_are_shown_where_requested(flat: str, nested: str) -> None:
    assert "bias" not in json.loads(run("score", "--flat", flat, "--json"))["flat"]
    result = json.loads(run("score", "--flat", flat, "--nested", nested, "--bias", "--json"))
    bias = result["flat"]["bias"]
    assert [row["words"] for row in bias["segments"]] == [2, 3, 5]
    assert bias["prepositions"]["prepositions"] == 4
    assert bias["prepositions"]["shares"] == {"both": 0, "none": 0.25, "left": 0.25, "right": 0.5}
    assert "workers" not in bias
    assert [row["expected"] for row in result["nested"]["bias"]["heights"]] == [
        pytest.approx(18 / 7),
        pytest.approx(68 / 21),
    ]
    table = run("score", "--flat", flat, "--nested", nested, "--bias")
    lines = [" ".join(line.split()) for line in table.splitlines()]
    around = lines.index("a boundary of 4 prepositions")
    assert lines[around + 1 : around + 5] == [
        *("on both sides 0.0%", "on neither side 25.0%"),
        *("right of it 50.0%", "left of it 25.0%"),
    ]
    assert "mean height" in table


def test_the_same_for_each_annotator(flat: str) -> None:
    """An unreadable annotation does not shift anyone else's."""
    options = ("score", "--flat", flat, "--bias", "--by-worker")
    workers = json.loads(run(*options, "--json"))["flat"]["bias"]["workers"]
    assert list(workers) == ["1", "2"]
    assert workers["1"]["prepositions"]["shares"]["right"] == 1
    assert [row["words"] for row in workers["2"]["segments"]] == [2, 3, 5]
    assert [row["words"] for row in workers["1"]["segments"]] == [3, 5]
    assert "Annotator 2" in run(*options)


def test_prepositions_of_one_s_own(flat: str, tmp_path: Path) -> None:
    words = write(tmp_path / "words.txt", "# mine\nchoose\n")
    options = ("score", "--flat", flat, "--bias", "--prepositions", str(words))
    around = json.loads(run(*options, "--json"))["flat"]["bias"]["prepositions"]
    assert around["prepositions"] == 2
    words.write_text("nowhere\n")
    assert "contains a preposition of this list" in run(*options)
    words.write_bytes(b"\xff\xfe\xff")
    with pytest.raises(CommandError, match="not UTF-8"):
        run(*options)


def test_an_unknown_language_is_one_clear_line(flat: str) -> None:
    with pytest.raises(CommandError, match=r"xx is neither a language .*\(de, en") as error:
        run("score", "--flat", flat, "--bias", "--prepositions", "xx")
    assert "\n" not in str(error.value)


def test_nothing_to_report_is_said(tmp_path: Path) -> None:
    empty = str(write_release_file(tmp_path / "empty.json", {"one": {"1": "one"}}))
    assert "no annotation of a text of two or more words" in run("score", "--flat", empty, "--bias")
