"""`manage.py reading`: which workers read, from files, and how certain the test is."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management.base import CommandError

from agreement.segmentation.boundaries import format_nested
from tests.commands.running import SHARED, run, write

pytestmark = pytest.mark.long
RTE = SHARED / "data" / "rte" / "rte_judgments.csv"
needs_rte = pytest.mark.skipif(not RTE.exists(), reason=f"{RTE} is not here")
WORDS = ["apply", "first", "aid", "course", "on", "line", "now"]


def found(*options: str) -> dict[str, Any]:
    result: dict[str, Any] = json.loads(run("reading", *options, "--json"))
    return result


def boundaries_of(text: int) -> list[int]:
    return [text >> place & 1 for place in range(6)]


def segmented(answer: list[int]) -> str:
    gaps = [" | " if cut else " " for cut in answer]
    return "".join(f"{word}{gap}" for word, gap in zip(WORDS, [*gaps, ""], strict=True))


@pytest.fixture
def flats(tmp_path: Path) -> Path:
    """Return sixty texts segmented identically by three people, and by two from habit: one never
    cuts, one copies the previous text."""
    rows = ["item,text,worker,annotation"]
    for text in range(60):
        for who, answers in (
            *((name, boundaries_of(text)) for name in ("ann", "bob", "cy")),
            ("never", boundaries_of(0)),
            ("before", boundaries_of((text * 37 + 11) % 60)),
        ):
            rows.append(f"{text},{' '.join(WORDS)},{who},{segmented(answers)}")
    return write(tmp_path / "flat.csv", *rows)


@pytest.fixture
def trees(tmp_path: Path) -> Path:
    """Return sixty texts, each of which three people segment into the same one of the fourteen
    possible trees."""
    built = [format_nested(WORDS[:5], tree) for tree in all_trees(5)]
    rows = ["item,text,worker,annotation"]
    for text in range(60):
        tree = built[text * 37 % len(built)]
        rows += [f"{text},{' '.join(WORDS[:5])},{who},{tree}" for who in ("ann", "bob", "cy")]
    return write(tmp_path / "nested.csv", *rows)


def all_trees(words: int) -> list[tuple[int, ...]]:
    """Return all trees over this many words, as heights at the boundaries."""
    if words == 1:
        return [()]
    return [
        (*left, 1 + max((*left, *right, -1)), *right)
        for at in range(1, words)
        for left in all_trees(at)
        for right in all_trees(words - at)
    ]


def test_readers_are_certified_and_habits_are_not(flats: Path) -> None:
    reading = found("--flat", str(flats))["reading"]
    states = {one["worker"]: one["state"] for one in reading["readers"]}
    assert states == {
        **dict.fromkeys(("ann", "bob", "cy"), "certified"),
        **dict.fromkeys(("never", "before"), "open"),
    }
    assert (reading["certified"], reading["other"], reading["others"]) == (3, 0, 4)
    assert all(one["answers"] == 60 for one in reading["readers"])
    printed = run("reading", "--flat", str(flats))
    assert "3 of 5 workers are certified readers" in printed
    assert "certified reader" in printed


def test_the_same_seed_gives_the_same_ranks_and_another_one_others(flats: Path) -> None:
    first, same = (run("reading", "--flat", str(flats)) for _ in range(2))
    assert first == same
    assert run("reading", "--flat", str(flats), "--seed", "2") != first


def test_a_trial_shows_how_soon_and_how_wrongly(flats: Path) -> None:
    options = ("--flat", str(flats), "--trial", "--runs", "40", "--texts", "20", "--others", "2")
    sorts = {one["name"]: one for one in found(*options)["trial"]["sorts"]}
    assert sorts["reads every text"]["reads"]
    assert not sorts["one segment"]["reads"]
    assert list(sorts["one segment"]["certified"]) == ["10", "20"]
    assert sorts["reads every text"]["ever"] > sorts["one segment"]["ever"]
    assert "reads nothing" in run("reading", *options)


@pytest.mark.parametrize(
    ("kind", "habits"),
    [
        ("flat", {"a coin at each gap", "one segment", "single words", "the first word alone"}),
        ("nested", {"a random tree", "right-branching", "left-branching"}),
    ],
)
def test_a_trial_certifies_readers_and_hardly_ever_a_habit(
    kind: str, habits: set[str], flats: Path, trees: Path
) -> None:
    path = {"flat": flats, "nested": trees}[kind]
    options = (f"--{kind}", str(path), "--trial", "--runs", "100", "--texts", "30", "--others", "2")
    trial = found(*options)["trial"]
    assert found(*options)["trial"] == trial
    sorts = {one["name"]: one for one in trial["sorts"]}
    assert sorts["reads every text"]["ever"] > 0.9
    assert sorts["reads every text"]["half_after"] < 20
    assert habits <= {name for name, one in sorts.items() if not one["reads"]}
    for name in habits | {"answers of other texts", "the usual answer"}:
        assert sorts[name]["ever"] <= 0.05, name


@pytest.mark.quick
def test_what_cannot_be_tested_is_said(flats: Path, tmp_path: Path) -> None:
    release = tmp_path / "release.json"
    release.write_text(
        json.dumps({"items": 1, "annotation set": {"a b": {"1": "a b", "2": "a|b"}}})
    )
    with pytest.raises(CommandError, match="add --by-worker"):
        run("reading", "--flat", str(release))
    alone = write(tmp_path / "alone.csv", "worker,pair,answer\na,1,yes\nb,2,no\n")
    with pytest.raises(CommandError, match="two answers a text"):
        run("reading", "--pairs", str(alone))
    with pytest.raises(CommandError, match="no one can judge 61"):
        run("reading", "--flat", str(flats), "--trial", "--texts", "61")


def test_labels_pairs_evidence_and_trees_are_read(tmp_path: Path) -> None:
    labels = tmp_path / "labels.csv"
    labels.write_text(
        "worker,item,label\n"
        + "".join(f"{who},{item},{item % 4}\n" for item in range(40) for who in "abc")
    )
    assert found("--labels", str(labels))["reading"]["certified"] == 3
    pairs = tmp_path / "pairs.csv"
    pairs.write_text(
        "worker,pair,answer,stratum\n"
        + "".join(
            f"{who},{item},{'yes' if item % 2 else 'no'},{item // 30}\n"
            for item in range(90)
            for who in "abc"
        )
    )
    assert found("--pairs", str(pairs))["reading"]["certified"] == 3
    evidence = tmp_path / "evidence.jsonl"
    evidence.write_text(
        json.dumps({"type": "document", "document": "d", "sentences": ["One."] * 40})
        + "".join(
            "\n"
            + json.dumps(
                {
                    "type": "question",
                    "document": "d",
                    "question": f"{number}?",
                    "answers": {who: [number] for who in "abc"},
                }
            )
            for number in range(30)
        )
    )
    assert found("--evidence", str(evidence))["reading"]["certified"] == 3
    nested = tmp_path / "nested.csv"
    trees = ("(a (b (c d)))", "(((a b) c) d)", "((a b) (c d))", "(a ((b c) d))")
    nested.write_text(
        "item,text,worker,annotation\n"
        + "".join(
            f"{item},a b c d,{who},{trees[item % 4]}\n" for item in range(40) for who in "abc"
        )
    )
    assert found("--nested", str(nested))["reading"]["certified"] == 3


@needs_rte
def test_most_workers_of_a_real_crowd_are_certified_soon() -> None:
    reading = found("--pairs", str(RTE))["reading"]
    assert (len(reading["readers"]), reading["ranked"]) == (164, 7999)
    assert reading["certified"] >= 40  # nine in ten of the others judged only twenty pairs
    assert reading["other"] == 0
    busy = {one["worker"]: one["state"] for one in reading["readers"] if one["answers"] > 500}
    assert busy["w007"] == busy["w010"] == "open"  # their agreement with gold is at chance level


@pytest.mark.quick
def test_one_file_is_given(flats: Path) -> None:
    for options in ((), ("--flat", str(flats), "--nested", str(flats))):
        with pytest.raises(CommandError, match="Give one file"):
            run("reading", *options)


def test_a_replay_distinguishes_readers_from_spammers(flats: Path) -> None:
    options = ("--flat", str(flats), "--replay", "--runs", "2", "--workers", "14", "--others", "2")
    replay = found(*options)["replay"]
    parts = {one["name"]: one for one in replay["parts"]}
    assert parts["reads every text"]["certified"] > 0.3
    assert sum(one["workers"] for one in parts.values() if not one["reads"]) in {3, 4}
    assert replay["reader_above_spammer"] > 0.8
    assert "highest stake is above a spammer’s" in run("reading", *options)
