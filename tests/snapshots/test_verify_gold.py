"""`verify` and the parts of a gold file other than judgments: a change there is reported, in each
scheme with such a file."""

import json
from itertools import pairwise
from pathlib import Path
from zipfile import ZipFile

import pytest

from midpath.recounts import RECOUNTS
from midpath.recounts.base import HasGoldFile
from tests.helpers.judged_labels import KINDS, judge_labels, make_labels
from tests.snapshots.campaigns import downloaded, snapshot_of
from tests.snapshots.lies import STORED, Row, differences, gold_in, named, sign_again, verified

WITH_GOLD = sorted(name for name, one in RECOUNTS.items() if isinstance(one, HasGoldFile))
LIE = "LIE"
# By scheme, the other part with one entry per item, and a figure that no manifest has.
ITEM_MEMBERS = {"label": "items", "pair": "pairs", "spans": "items", "evidence": "questions"}
FIGURES = {
    "label": ("crowd", "workers"),
    "pair": ("crowd", "workers"),
    "spans": ("ways", "words", "spans"),
}


@pytest.fixture(params=WITH_GOLD)
def scheme(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def folder(scheme: str, tmp_path: Path) -> Path:
    """Return an unpacked snapshot of a scheme."""
    with ZipFile(STORED / "2" / f"{scheme}.zip") as archive:
        archive.extractall(tmp_path / scheme)
    return tmp_path / scheme


def place(member: str, name: str) -> str:
    cut = name if len(name) <= 40 else f"{name[:40]}…"
    return f"gold.json: {member} of “{cut}”"


def test_a_gold_answer_is_named(folder: Path) -> None:
    name = next(iter(gold_in(folder)["gold"]))
    assert named(folder, lambda gold: gold["gold"][name].update(answer=LIE)) == [
        f"{place('gold', name)}.answer"
    ]


@pytest.mark.few(1)
def test_where_an_answer_is_from_is_named(folder: Path) -> None:
    gold = gold_in(folder)["gold"]
    name = next(name for name in gold if gold[name]["from"] != "decision")
    assert named(folder, lambda gold: gold["gold"][name].update({"from": "decision"})) == [
        f"{place('gold', name)}.from"
    ]


def test_a_decision_is_named(folder: Path) -> None:
    ((name, decision),) = gold_in(folder)["decisions"].items()
    assert sorted(
        named(folder, lambda gold: gold["decisions"].update({name: dict.fromkeys(decision, LIE)}))
    ) == sorted(f"{place('decisions', name)}.{member}" for member in decision)


def test_a_line_of_consensus_is_named(folder: Path) -> None:
    name, line = next(iter(gold_in(folder)["consensus"].items()))
    assert sorted(
        named(folder, lambda gold: gold["consensus"].update({name: dict.fromkeys(line, LIE)}))
    ) == sorted(f"{place('consensus', name)}.{member}" for member in line)


def test_a_count_is_named(folder: Path) -> None:
    counts = ("judgments", "not_counted", "not_folded", "version", "withdrawn")
    lies = dict.fromkeys(counts, 999)
    assert sorted(named(folder, lambda gold: gold["figures"].update(lies))) == [
        f"gold.json: figures.{count}" for count in counts
    ]


def test_what_is_not_there_and_what_is_more_are_named(folder: Path) -> None:
    first, second = list(gold_in(folder)["gold"])[:2]

    def lie(gold: Row) -> None:
        gold["consensus"]["nobody"] = gold["consensus"].pop(first)
        gold["gold"]["nobody"] = gold["gold"].pop(second)

    names = named(folder, lie)
    assert sorted(names) == sorted(
        [
            place("consensus", first),
            place("consensus", "nobody"),
            place("gold", second),
            place("gold", "nobody"),
        ]
    )


@pytest.mark.few(1)
def test_workers_and_terms_are_named(folder: Path) -> None:
    worker = next(iter(gold_in(folder)["workers"]))

    def lie(gold: Row) -> None:
        gold["workers"][worker] = LIE
        gold["campaign"]["reward"] = LIE
        gold["format"] = LIE

    assert sorted(named(folder, lie)) == [
        "gold.json: campaign.reward",
        "gold.json: format",
        f"gold.json: workers.{worker}",
    ]


def test_what_is_reported_of_an_item_is_named(folder: Path, scheme: str) -> None:
    if scheme not in ITEM_MEMBERS:
        assert named(folder, lambda gold: gold.update(items=999)) == ["gold.json: items"]
        return
    member = ITEM_MEMBERS[scheme]
    name, line = next(iter(gold_in(folder)[member].items()))
    one = next(one for one in line if one != "answers")
    assert named(folder, lambda gold: gold[member][name].update({one: LIE})) == [
        f"{place(member, name)}.{one}"
    ]


@pytest.mark.parametrize(("scheme", "path"), FIGURES.items())
def test_a_figure_that_no_manifest_has_is_named(folder: Path, path: tuple[str, ...]) -> None:
    def lie(gold: Row) -> None:
        within = gold["figures"]
        for step in path[:-1]:
            within = within[step]
        within[path[-1]] = 999

    assert named(folder, lie) == [".".join(("gold.json: figures", *path))]


@pytest.mark.parametrize("scheme", ["label", "pair"])
def test_where_ways_differ_is_named(folder: Path) -> None:
    first, *_ = gold_in(folder)["figures"]["crowd"]["differences"]
    name = first.get("item", first.get("pair"))

    def lie(gold: Row) -> None:
        gold["figures"]["crowd"]["differences"][0]["majority"] = LIE

    assert named(folder, lie) == [f"{place('differences', name)}.majority"]


@pytest.mark.few(1)
def test_a_member_that_is_there_twice_is_named(folder: Path) -> None:
    body = (folder / "gold.json").read_bytes()
    name, line = next(iter(gold_in(folder)["gold"].items()))
    more = json.dumps({"gold": {name: {**line, "answer": LIE}}})[1:-1].encode()
    (folder / "gold.json").write_bytes(body[: body.rindex(b"}")] + b"," + more + b"}")
    found = dict(differences(folder)["gold.json"])
    assert found[place("gold", name)] == "it occurs more than once"


@pytest.mark.few(1)
def test_what_nothing_is_compared_with_is_reported(folder: Path) -> None:
    gold = gold_in(folder)
    gold["opinion"] = LIE
    (folder / "gold.json").write_text(json.dumps(gold))
    sign_again(folder)
    notes = {one["check"]: one["note"] for one in verified(folder)["checks"]}
    assert notes["gold.json"].startswith("Checked by its digest alone: ")
    assert "“opinion”" in notes["gold.json"]


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", KINDS)
def test_labels_of_each_kind_are_computed_again(kind: str, tmp_path: Path) -> None:
    campaign = make_labels(kind, 6)
    judge_labels(campaign, 4, seed=5)
    path = downloaded(snapshot_of(campaign), tmp_path)
    assert verified(path)["equal"], differences(path)
    with ZipFile(path) as archive:
        archive.extractall(tmp_path / kind)
    lines = gold_in(tmp_path / kind)["consensus"]
    names = named(
        tmp_path / kind,
        lambda gold: [line.update(majority=LIE) for line in gold["consensus"].values()],
    )
    assert names == [f"{place('consensus', name)}.majority" for name in sorted(lines)]
    assert all(one < other for one, other in pairwise(names))
