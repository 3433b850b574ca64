"""`midpath score --nested`: n-ary and labelled trees are recognised, and the output says so."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tests.commands.running import run, score_of, write_release_file

TEXT = "the red car stopped"
MANY = {TEXT: {"1": "((the red car) stopped)", "2": "((the (red car)) stopped)", "3": [0, 0, 0]}}
LABELLED = {
    TEXT: {
        "1": "(S (NP (DT the) (JJ red) (NN car)) stopped)",
        "2": "(S (NP the (NP red car)) stopped)",
        "3": "(S (X the red car) stopped)",
    }
}
FLAT = {TEXT: {"1": "the red car | stopped"}}


def write(tmp_path: Path, name: str, content: Any) -> Path:
    return write_release_file(tmp_path / f"{name}.json", content)


def test_trees_of_several_parts(tmp_path: Path) -> None:
    path = write(tmp_path, "many", MANY)
    found = score_of(nested=path)["nested"]
    assert found["trees"] == {"kind": "nary", "labels": []}
    assert found["left_out"] == {}
    assert found["alpha"]["d1"]["annotations"] == 3
    assert found["bracketing"]["exact"] == "1/3"
    assert "n-ary trees" in run("score", "--nested", str(path)).splitlines()[0]


def test_labelled_trees(tmp_path: Path) -> None:
    path = write(tmp_path, "labelled", LABELLED)
    found = score_of(nested=path, flat=write(tmp_path, "flat", FLAT))
    nested = found["nested"]
    assert nested["trees"] == {"kind": "nary", "labels": ["NP", "S", "X"]}
    assert nested["labelled"]["exact"] == "4/7"
    assert nested["label_alpha"]["units"] == 2
    assert found["entailment"]["exact"] == "1/1"
    errors = StringIO()
    call_command("score", "--nested", str(path), stdout=StringIO(), stderr=errors)
    assert "read as n-ary trees with labels: NP, S, X." in errors.getvalue()
    assert "α of labels" in run("score", "--nested", str(path))


def test_the_consensus_has_labels(tmp_path: Path) -> None:
    path, lines = write(tmp_path, "labelled", LABELLED), tmp_path / "lines.jsonl"
    flat = write(tmp_path, "flat", FLAT)
    run("score", "--nested", str(path), "--flat", str(flat), "--items", str(lines))
    line = json.loads(lines.read_text())
    assert line["nested_majority"] == "(S (NP the red car) stopped)"
    assert line["femn"] == "the red car | stopped"


def test_biases_and_annotators_of_labelled_trees(tmp_path: Path) -> None:
    path = write(tmp_path, "labelled", LABELLED)
    found = json.loads(
        run("score", "--nested", str(path), "--bias", "--by-worker", "--interval", "--json")
    )["nested"]
    assert found["bias"]["heights"][0]["times"] == {"1": 2, "2": 1}
    assert [one["annotations"] for one in found["workers"]] == [1, 1, 1]


@pytest.mark.parametrize("more", [0, 30])
def test_a_few_groups_of_three_parts_are_errors_of_a_binary_file(tmp_path: Path, more: int) -> None:
    content = {TEXT: {"0": "((the red car) stopped)"}}
    content[TEXT] |= {str(n): "((the (red car)) stopped)" for n in range(1, more + 1)}
    found = score_of(nested=write(tmp_path, "nested", content))["nested"]
    assert ("trees" in found) == (more == 0)
    assert sum(found["left_out"].values()) == 1


def test_labelled_trees_must_be_text(tmp_path: Path) -> None:
    content = {TEXT: {**LABELLED[TEXT], "4": [0, 0, 1]}}
    found = score_of(nested=write(tmp_path, "nested", content))["nested"]
    assert found["left_out"] == {"not a text": 1}


def test_two_files_of_trees_are_compared(tmp_path: Path) -> None:
    flat, many = write(tmp_path, "flat", FLAT), write(tmp_path, "labelled", LABELLED)
    paths = [f"--{side}-{kind}" for side in ("crowd", "gold") for kind in ("flat", "nested")]
    options = [part for name in paths for part in (name, str(flat if "flat" in name else many))]
    found = json.loads(run("compare", *options, "--json"))
    assert found["crowd_flat_by_gold_nested"]["exact"] == "1/1"
