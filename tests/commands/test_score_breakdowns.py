"""`midpath score --by, --workload, --three, --tags`: figures of groups equal those of a file that
contains only the group."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from midpath.breakdowns import at_path
from tests.commands.running import refusal_of, run, write, write_release_file

LABELS = [
    *("ann,1,spam,en", "bob,1,spam,en", "cy,1,ham,en", "ann,2,ham,de", "bob,2,ham,de"),
    *("cy,2,ham,de", "ann,3,ham,en", "bob,3,spam,en", "1,10,ham,10"),
]
PAIRS = ["ann,p,yes,a", "bob,p,no,a", "cy,p,yes,a", "ann,q,yes,b", "bob,q,yes,b"]
SPANS = [
    'ann,i,4,"[[0, 1, ""x""]]",a',
    'bob,i,4,"[[0, 2, ""x""]]",a',
    'ann,j,6,"[[1, 2, ""y""]]",b',
    "bob,j,6,none,b",
]
SEGMENTS = [
    *("a b c,ann,a | b c,x", "a b c,bob,a b | c,x", "d e f,ann,d e | f,x", "d e f,bob,d | e f,x"),
    *("g h i j,ann,g | h i | j,y", "g h i j,bob,g | h i | j,y"),
]
KINDS: Mapping[str, tuple[str, Sequence[str], Sequence[tuple[str, ...]]]] = {
    "labels": ("worker,item,label,lang", LABELS, [("alpha",), ("pairwise",)]),
    "pairs": ("worker,pair,answer,lang", PAIRS, [("alpha",), ("pairwise",), ("consensus_yes",)]),
    "spans": ("worker,item,length,spans,lang", SPANS, [("coincidence",), ("places",), ("exact",)]),
    "flat": ("item,worker,annotation,lang", SEGMENTS, [("alpha", "d1"), ("S", "d1")]),
}


def scored(*command: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run("score", *command, "--json"))
    return found


def of(kind: str, found: dict[str, Any]) -> dict[str, Any]:
    """Return the figures of a file; segmentations are under their kind."""
    figures: dict[str, Any] = found["flat"] if kind == "flat" else found
    return figures


def table(path: Path, kind: str, rows: Sequence[str]) -> str:
    return str(write(path, KINDS[kind][0], *rows))


@pytest.mark.parametrize("kind", KINDS)
def test_a_group_has_the_figures_of_its_rows_alone(kind: str, tmp_path: Path) -> None:
    _, rows, paths = KINDS[kind]
    whole = scored(f"--{kind}", table(tmp_path / "all.csv", kind, rows), "--by", "lang")
    [found] = of(kind, whole)["breakdowns"]
    assert found["without"] == 0
    assert not whole["skipped"]
    for group in found["groups"]:
        own = [row for row in rows if row.endswith(f",{group['value']}")]
        alone = scored(f"--{kind}", table(tmp_path / "some.csv", kind, own))
        assert group["judgments"] == len(own)
        for path in paths:
            expected, made = at_path(of(kind, alone), path), at_path(group["figures"], path)
            assert isinstance(expected, dict)
            assert isinstance(made, dict)
            assert made["value"] == expected["value"]
            assert ("reason" in made) == (made["value"] is None)


def test_numbers_come_first_and_a_table_of_items_may_have_the_column(tmp_path: Path) -> None:
    labels = table(tmp_path / "labels.csv", "labels", LABELS)
    groups = scored("--labels", labels, "--by", "lang")["breakdowns"][0]["groups"]
    assert [group["value"] for group in groups] == ["10", "de", "en"]
    # Its column of items is found by what it contains: neither by its name nor by its place.
    items = str(write(tmp_path / "items.csv", "size,nr", "9,1", "9,2", "10,3"))
    [found] = scored("--labels", labels, "--by", "size", "--item-columns", items)["breakdowns"]
    assert [(one["value"], one["items"]) for one in found["groups"]] == [("9", 2), ("10", 1)]
    assert found["without"] == 1
    printed = run("score", "--labels", labels, "--by", "size", "--item-columns", items)
    assert "Without a value: 1 item." in printed


def test_lengths_are_those_of_texts_of_a_column_or_of_names(tmp_path: Path) -> None:
    flat = table(tmp_path / "flat.csv", "flat", SEGMENTS)
    [found] = scored("--flat", flat, "--by", "length")["flat"]["breakdowns"]
    assert [(one["value"], one["items"]) for one in found["groups"]] == [("3", 2), ("4", 1)]
    assert found["groups"][0]["figures"]["S"]["d1"]["chance"] > 0
    printed = run("score", "--flat", flat, "--by", "length")
    assert "α of one text is left out" in printed
    [longer] = [line.split() for line in printed.splitlines() if line.startswith("  4 ")]
    assert longer[:4] == ["4", "1", "2", "–"]
    several = table(tmp_path / "3.csv", "flat", SEGMENTS[:4])
    assert "is left out" not in run("score", "--flat", several, "--by", "length")
    rows = ["ann,1,spam,7", "bob,1,spam,7", "ann,2,ham,9"]
    words = str(write(tmp_path / "words.csv", "worker,item,label,words", *rows))
    [found] = scored("--labels", words, "--by", "length")["breakdowns"]
    assert [one["value"] for one in found["groups"]] == ["7", "9"]
    labels = table(tmp_path / "labels.csv", "labels", LABELS)
    assert "--by length needs the number of words" in refusal_of(
        "score", "--labels", labels, "--by", "length"
    )


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--by", "colour"], "There is no column named colour"),
        (["--by", "label"], "“1” has the label “spam” in row 2 and “ham” in row 4"),
        (["--item-columns", "x.csv"], "--item-columns goes with --by COLUMN or --tags."),
        (["--by", "length", "--item-columns", "x.csv"], "--item-columns goes with"),
        (["--bias"], "--bias cannot be used with --labels."),
    ],
)
def test_columns_that_make_no_sense_are_refused(
    options: list[str], said: str, tmp_path: Path
) -> None:
    labels = table(tmp_path / "labels.csv", "labels", LABELS)
    assert said in refusal_of("score", "--labels", labels, *options)


def test_a_file_without_columns_needs_a_table(tmp_path: Path) -> None:
    release = str(write_release_file(tmp_path / "f.json", {"a b": {"1": "a | b", "2": "a b"}}))
    assert "name a table with --item-columns" in refusal_of(
        "score", "--flat", release, "--by", "lang"
    )
    items = str(write(tmp_path / "items.jsonl", '{"text": "a b", "lang": "en", "x": [1]}'))
    [found] = scored("--flat", release, "--by", "lang", "--item-columns", items)["flat"][
        "breakdowns"
    ]
    assert [one["value"] for one in found["groups"]] == ["en"]
    names = str(write(tmp_path / "other.csv", "text,lang", "c d,en"))
    assert "None of its columns names the items, such as “a b”" in refusal_of(
        "score", "--flat", release, "--by", "lang", "--item-columns", names
    )


def test_workload_of_every_kind(tmp_path: Path) -> None:
    for kind, (_, rows, _) in KINDS.items():
        path = table(tmp_path / f"{kind}.csv", kind, rows)
        whole = scored(f"--{kind}", path, "--workload")
        found = of(kind, whole)["workload"]
        assert found["judgments"] == len(rows)
        assert found["gini"]["exact"]
    assert "Gini coefficient" in run("score", f"--{kind}", path, "--workload")
    release = str(write_release_file(tmp_path / "f.json", {"a b": {"1": "a | b", "2": "a b"}}))
    found = scored("--flat", release, "--workload")["flat"]["workload"]
    assert found["gini"]["value"] is None
    assert "add --by-worker" in found["reason"]
    named = scored("--flat", release, "--workload", "--by-worker")["flat"]["workload"]
    assert (named["workers"], named["few"]) == (2, 2)


def test_three_random_workers(tmp_path: Path) -> None:
    pairs = table(tmp_path / "pairs.csv", "pairs", PAIRS)
    three = scored("--pairs", pairs, "--three")["three"]
    assert three["given"]["exact"] == three["yes_no"]["exact"] == "1/3"
    assert (three["given"]["items"], three["given"]["left_out"]) == (1, 1)
    assert "Three random workers" in run("score", "--pairs", pairs, "--three")
    assert "three" not in scored("--pairs", pairs)


def test_verb_phrases_by_tags_and_entailment_by_text(tmp_path: Path) -> None:
    rows = ["a b c,ann,a | b c,NN VBD NN", "a b c,bob,a b | c,NN VBD NN", "d e,ann,d e,NN"]
    flat = str(write(tmp_path / "flat.csv", "item,worker,annotation,pos", *rows))
    trees = {"a b c": {"1": "((a b) c)"}, "d e": {"1": "(d e)"}}
    nested = str(write_release_file(tmp_path / "n.json", trees))
    options = ("--flat", flat, "--nested", nested, "--bias", "--tags", "pos")
    whole = scored(*options)
    phrases = whole["flat"]["bias"]["verb_phrases"]
    assert (phrases["column"], phrases["texts"], phrases["left_out"]) == ("pos", 1, 1)
    every = phrases["phrases"][0]
    assert [every[where]["cuts"] for where in ("before", "inside", "after")] == [1, 0, 1]
    assert whole["entailment"]["distribution"] == {
        "texts": 2,
        "bins": [0, 0, 0, 0, 0, 1, 0, 0, 0, 1],
    }
    printed = run("score", *options)
    assert "tags from the column pos, of 1 text; 1 text without a tag for each word" in printed
    assert "Texts by the share of their pairs that are entailed" in printed
    assert "--tags goes with --bias." in refusal_of("score", "--flat", flat, "--tags", "pos")


def test_single_prepositions_are_listed_with_biases(tmp_path: Path) -> None:
    texts = {"flights to rome": {"1": "flights to | rome", "2": "flights | to rome"}}
    flat = str(write_release_file(tmp_path / "flat.json", texts))
    [to] = scored("--flat", flat, "--bias")["flat"]["bias"]["at_prepositions"]
    assert (to["word"], to["before"]["cuts"], to["after"]["boundaries"]) == ("to", 1, 2)
    lines = [" ".join(line.split()) for line in run("score", "--flat", flat, "--bias").splitlines()]
    assert "to 2 50.0% 50.0% 2 50.0% 50.0%" in lines
