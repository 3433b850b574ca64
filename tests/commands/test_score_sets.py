"""`manage.py score` with several sets: a row for each, equal to the set's own run."""

import csv
import json
import random
import re
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from midpath.simulated_trees import flat_vector, nested_vector
from midpath.text.formatting import signed
from tests.commands.running import refusal_of, run, run_alone, score_of, write, write_release_file
from tests.helpers.evidence import document, question
from tests.helpers.tiers import by_tier

NAMES = [f"{name}{suffix}" for suffix in ("", "-de") for name in ("Q500", "QG500", "Q700", "S300")]
NAMES += ["QRand-1", "QRand-2", "QRand-3", "QRand-1-de", "QRand-2-de", "QRand-3-de"]
WORKERS = 3


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def write_set(folder: Path, name: str, seed: int) -> dict[str, str]:
    """Write the flats and trees of a simulated crowd, and return their paths."""
    rng = random.Random(seed)
    texts = [f"text {n} of" + " more" * rng.randint(0, 3) for n in range(by_tier(quick=3, long=40))]
    paths = {}
    for kind, vector in (("flat", flat_vector), ("nested", nested_vector)):
        given = {
            text: {str(n): list(vector(seed, f"w{n}", text.split())) for n in range(WORKERS)}
            for text in texts
        }
        paths[kind] = str(write_release_file(folder / f"{name}_{kind}.json", given))
    return paths


@pytest.fixture
def sets(tmp_path: Path) -> dict[str, dict[str, str]]:
    return {name: write_set(tmp_path, name, seed) for seed, name in enumerate(NAMES)}


def options_of(sets: dict[str, dict[str, str]]) -> list[str]:
    kinds = ("flat", "nested")
    return [part for kind in kinds for part in (f"--{kind}", *(one[kind] for one in sets.values()))]


def printed_rows(printed: str) -> dict[str, list[str]]:
    lines = (line.split() for line in printed.splitlines())
    return {words[0]: words[1:] for words in lines if words and words[0] in NAMES}


def test_fourteen_sets_are_rows_with_the_figures_of_single_runs(
    sets: dict[str, dict[str, str]], tmp_path: Path
) -> None:
    out = tmp_path / "table.csv"
    found = json.loads(run("score", *options_of(sets), "--json", "--table", str(out)))["sets"]
    rows = {row[0]: row[1:] for row in csv.reader(out.open())}
    printed = printed_rows(run("score", *options_of(sets)))
    assert [one["set"] for one in found] == list(printed) == list(rows)[1:] == NAMES
    for one in found:
        files = {kind: Path(path) for kind, path in one["files"].items()}
        alone = score_of(**files)
        assert {key: one[key] for key in ("flat", "nested", "entailment")} == {
            key: alone[key] for key in ("flat", "nested", "entailment")
        }
        expected = headlines_of(alone)
        assert rows[one["set"]] == [str(value) for value in expected]
        assert printed[one["set"]] == [
            signed(value) if isinstance(value, float) else str(value) for value in expected
        ]


def headlines_of(alone: dict[str, Any]) -> list[float]:
    flat, nested = alone["flat"], alone["nested"]
    return [
        *(flat[name]["d1"]["value"] for name in ("alpha", "S")),
        *(nested[name][d]["value"] for d in ("d1", "d2") for name in ("alpha", "S")),
        *(alone["entailment"][key] for key in ("observed", "chance")),
        *(side[key] for side in (flat, nested) for key in ("items", "annotations")),
    ]


@pytest.mark.parametrize(("width", "blocks"), [(80, 2), (120, 1)])
def test_the_table_is_one_page_at_a_terminal(
    sets: dict[str, dict[str, str]], width: int, blocks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    printed = Terminal()
    call_command("score", *options_of(sets), stdout=printed, stderr=StringIO(), no_color=True)
    lines = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in printed.getvalue().splitlines()]
    assert max(map(len, lines)) <= width
    assert len(lines) <= 4 + blocks * (3 + len(NAMES))
    assert sum(line.split()[:1] == ["QRand-1-de"] for line in lines) == blocks


def test_intervals_are_those_of_single_runs(tmp_path: Path) -> None:
    sets = {name: write_set(tmp_path, name, seed) for seed, name in enumerate(NAMES[:2])}
    how = ("--interval", "--resamples", "20")
    out = tmp_path / "table.csv"
    printed = run("score", *options_of(sets), *how, "--table", str(out))
    assert "Intervals: 95% from 20 resamples of the texts, seed 2013" in printed
    for row, (name, files) in zip(csv.DictReader(out.open()), sets.items(), strict=True):
        alone = json.loads(run("score", "--flat", files["flat"], *how, "--json"))["flat"]
        interval = alone["alpha"]["d1"]["interval"]
        ends = [row["flat α, low"], row["flat α, high"]]
        assert ends == [str(interval["low"]), str(interval["high"])]
        assert f"{signed(interval['low'])} to {signed(interval['high'])}" in printed, name


def test_sets_are_paired_by_name_and_a_missing_file_is_said(tmp_path: Path) -> None:
    one, other = (write_set(tmp_path, name, 1) for name in ("One", "Other"))
    options = ("--flat", one["flat"], f"Other={other['flat']}", "--nested", other["nested"])
    found = json.loads(run("score", *options, "--json"))["sets"]
    assert [(each["set"], [*each["files"]]) for each in found] == [
        ("One", ["flat"]),
        ("Other", ["flat", "nested"]),
    ]
    printed = run("score", *options)
    assert "  One: No file of the set has this figure." in printed.splitlines()
    same = ("--flat", one["flat"], f"One={other['flat']}")
    assert "are both named One. Name one of them: --flat NAME=" in refusal_of("score", *same)


def test_one_flat_and_one_nested_file_are_a_set_whatever_their_names(tmp_path: Path) -> None:
    one, other = (write_set(tmp_path, name, 1) for name in ("One", "Other"))
    figures = score_of(flat=Path(one["flat"]), nested=Path(other["nested"]))
    assert figures["entailment"]["pairs"] > 0
    assert "sets" not in figures


def test_what_is_left_out_of_a_set_is_said(tmp_path: Path) -> None:
    sets = {name: write_set(tmp_path, name, seed) for seed, name in enumerate(NAMES[:2])}
    bad = {"a b c": {"1": "a | b", "2": "a b c", "3": "a b | c"}}
    sets["Q500"]["flat"] = str(write_release_file(tmp_path / "bad_flat.json", bad))
    printed = run("score", "--flat", *(one["flat"] for one in sets.values()))
    assert "  bad: flat, left out: 1 wrong words" in printed.splitlines()
    empty = str(write_release_file(tmp_path / "empty_flat.json", {"a b": {"1": "a c"}}))
    done = run_alone("score", "--flat", sets["QG500"]["flat"], empty)
    assert done.returncode == 1
    assert "QG500" in done.stdout
    assert f"Nothing was scored: no annotation of {empty} could be read." in done.stderr


LABELS = "worker,item,label,gold\nann,1,a,a\nbob,1,a,a\nann,2,b,a\nbob,2,a,a\n"
PAIRS = "worker,pair,answer\nann,p,yes\nbob,p,no\nann,q,yes\nbob,q,yes\n"
SPANS = (
    '{"worker": "ann", "item": "t", "length": 9, "spans": [[0, 2, "x"]]}\n'
    '{"worker": "bob", "item": "t", "length": 9, "spans": [[0, 3, "x"]]}\n'
)


@pytest.mark.parametrize(
    ("option", "name", "content", "path", "column"),
    [
        ("labels", "labels.csv", LABELS, ["alpha", "value"], "α"),
        ("pairs", "pairs.csv", PAIRS, ["alpha", "value"], "α"),
        ("spans", "spans.jsonl", SPANS, ["exact", "value"], "exact F1"),
        ("evidence", "evidence.jsonl", "", ["f1_human", "value"], "F1 human"),
    ],
)
def test_files_of_every_kind_are_rows(
    tmp_path: Path, option: str, name: str, content: str, path: Sequence[str], column: str
) -> None:
    files = [tmp_path / folder / name for folder in ("first", "second")]
    for file in files:
        file.parent.mkdir()
        write(file, content or f"{document()}\n{question()}\n")
    out = tmp_path / "table.md"
    given = (f"--{option}", *map(str, files))
    found = json.loads(run("score", *given, "--json", "--table", str(out)))["sets"]
    value = found[0]
    for part in path:
        value = value[part]
    head, _, *rows = (line.strip("| ").split(" | ") for line in out.read_text().splitlines())
    assert head[0] == "set"
    assert [row[0] for row in rows[:2]] == ["first", "second"]
    assert rows[0][head.index(column)] == ("–" if value is None else f"{value:.3f}")


def test_gold_is_a_column_where_a_file_has_it(tmp_path: Path) -> None:
    files = [write(tmp_path / f"{name}.csv", LABELS) for name in ("one", "two")]
    lines = run("score", "--labels", *map(str, files)).splitlines()
    assert "majority right  of gold" in lines[1]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--items", "out.jsonl"), "--items is for one set. Score the sets one after the other."),
        (("--bias",), "--bias is for one set."),
    ],
)
def test_options_for_one_set_are_refused(tmp_path: Path, options: Sequence[str], said: str) -> None:
    files = [write_set(tmp_path, name, 1)["flat"] for name in ("One", "Other")]
    assert said in refusal_of("score", "--flat", *files, *options)


def test_a_table_of_another_form_is_refused(tmp_path: Path) -> None:
    file = write_set(tmp_path, "One", 1)["flat"]
    done = run_alone("score", "--flat", file, "--table", "out.xlsx")
    assert done.returncode == 2
    assert "'out.xlsx' does not end in .csv, .md, .tex" in done.stderr


def test_one_set_has_a_table_for_latex(tmp_path: Path) -> None:
    file = write_set(tmp_path, "One_1", 1)["flat"]
    out = tmp_path / "table.tex"
    before = run("score", "--flat", file)
    assert run("score", "--flat", file, "--table", str(out)) == before
    lines = out.read_text().splitlines()
    assert lines[-4].startswith(r"One\_1 & ")
    assert r"\cmidrule(lr){2-5}" in lines
