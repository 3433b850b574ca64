"""Snapshots of filtered items: nothing of the others, and figures of these alone."""

import csv
import json
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from analysis.exports.export_registry import exports_of
from annotation.models import Campaign, Item, Snapshot
from annotation.services.decisions.decide import accept_judgment
from annotation.services.errors import Conflict, Invalid
from annotation.services.items.filters import EVERYTHING, ItemFilter
from annotation.services.methods.facts import facts_of
from annotation.services.snapshots.snapshots import ALWAYS, additional_files, ask_for_snapshot
from tasks.run_job import run_job
from tests.commands.running import refusal_of
from tests.helpers.every_scheme import judged_campaign
from tests.helpers.factories import enrol, judge_next, make_campaign, make_user
from tests.snapshots.campaigns import CAMPAIGNS, downloaded, judged
from tests.snapshots.lies import differences, edit_manifest, sign_again, verified

pytestmark = pytest.mark.django_db(transaction=True)
UNDECIDED = ItemFilter(decided=False)


def downloaded_snapshot(
    campaign: Campaign, wanted: ItemFilter, folder: Path, *files: str
) -> tuple[Path, Any]:
    """Return the path of the zip file of a filtered snapshot, and its manifest."""
    snapshot = ask_for_snapshot(campaign=campaign, user=make_user(), files=files, wanted=wanted)
    run_job("snapshot", snapshot.pk)
    snapshot.refresh_from_db()
    assert snapshot.status == Snapshot.Status.READY, snapshot.problem
    return downloaded(snapshot, folder), snapshot.results


def read(path: Path, name: str) -> bytes:
    with ZipFile(path) as archive:
        return archive.read(name)


def lines(path: Path, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in read(path, name).splitlines()]


# Questions have one app, which is decided.
@pytest.mark.few(1)
@pytest.mark.parametrize("scheme", sorted(CAMPAIGNS.keys() - {"question"}))
def test_it_holds_what_is_found_and_follows_from_it(scheme: str, tmp_path: Path) -> None:
    campaign = judged(scheme)
    names = [file.name for file in additional_files(campaign, UNDECIDED)]
    path, manifest = downloaded_snapshot(campaign, UNDECIDED, tmp_path, *names)
    found = verified(path)
    assert found["equal"], found
    items = set(
        campaign.dataset.items.filter(hits__campaign=campaign)
        .exclude(hits__decisions__final=True)
        .values_list("position", flat=True)
    )
    assert 0 < len(items) < campaign.dataset.items.count()
    assert {one["item"] for one in lines(path, "items.jsonl")} == items
    rows = campaign.judgments.filter(hit__item__position__in=items)
    assert manifest["filter"] == {
        "asked": {"decided": "no"},
        "words": ["not decided"],
        "items": len(items),
    }
    assert {one["judgment"] for one in lines(path, "judgments.jsonl")} == set(
        rows.values_list("pk", flat=True)
    )
    assert {one["worker"] for one in lines(path, "workers.jsonl")} == set(
        rows.values_list("assignment__enrolment__worker__number", flat=True)
    )
    assert {one["item"] for one in lines(path, "settled.jsonl")} <= items
    assert lines(path, "decisions.jsonl") == []
    assert {one["item"] for one in lines(path, "table-items.jsonl")} == items
    table = lines(path, "table-judgments.jsonl")
    assert {one["judgment"] for one in table} == set(rows.values_list("pk", flat=True))
    for name in ("consensus", "distribution"):
        assert {one["item"] for one in lines(path, f"table-{name}.jsonl")} <= items


def test_the_figures_are_those_of_a_campaign_of_these_items_alone(tmp_path: Path) -> None:
    campaign = judged("flat")
    _, whole = downloaded_snapshot(campaign, EVERYTHING, tmp_path)
    path, some = downloaded_snapshot(campaign, UNDECIDED, tmp_path, "table-figures-csv")
    assert "filter" not in whole
    assert some["figures"] != whole["figures"]
    assert some["counts"]["counting"] < whole["counts"]["counting"]
    others = Item.objects.filter(dataset=campaign.dataset, hits__decisions__final=True)
    campaign.judgments.filter(hit__item__in=others).update(counts=False)
    _, alone = downloaded_snapshot(campaign, EVERYTHING, tmp_path)
    assert some["figures"] == alone["figures"]
    assert some["settled"] | {"decision": 1} == alone["settled"]
    rows = csv.DictReader(read(path, "table-figures.csv").decode("utf-8-sig").splitlines())
    figures = {one["figure"]: one["value"] for one in rows}
    assert any(float(value) for value in figures.values() if value)


def test_who_judged_nothing_of_it_is_not_in_it(tmp_path: Path) -> None:
    campaign = make_campaign(texts=["a b", "c d e f"], redundancy=2)
    first, second = enrol(campaign), enrol(campaign)
    judge_next(first)
    judge_next(second)
    judge_next(second)
    only = Item.objects.get(dataset=campaign.dataset, hits__taken=1)
    wanted = ItemFilter(length_from=only.length, length_to=only.length)
    path, manifest = downloaded_snapshot(campaign, wanted, tmp_path)
    assert [one["worker"] for one in lines(path, "workers.jsonl")] == [second.worker.number]
    assert manifest["counts"] == {
        "items": 1,
        "workers": 1,
        "judgments": 1,
        "counting": 1,
        "withdrawn": 0,
    }


@pytest.mark.long
def test_it_holds_what_is_found_when_it_is_made(tmp_path: Path) -> None:
    campaign = judged("flat")
    snapshot = ask_for_snapshot(campaign=campaign, user=make_user(), wanted=UNDECIDED)
    before = UNDECIDED.hits(campaign).count()
    first = campaign.judgments.counting().filter(hit__in=UNDECIDED.hits(campaign)).order_by("pk")[0]
    accept_judgment(judgment=first, user=make_user())
    run_job("snapshot", snapshot.pk)
    snapshot.refresh_from_db()
    assert snapshot.results["filter"]["items"] == before - 1


def test_only_files_that_are_made_of_any_items_are_included() -> None:
    campaign = judged_campaign("spans")
    exports = exports_of(campaign)
    offered = {file.name for file in additional_files(campaign, UNDECIDED)} | {ALWAYS}
    assert offered == {name for name, one in exports.items() if one.of_some}
    for name in exports.keys() - offered:
        with pytest.raises(Invalid, match="describes the whole campaign"):
            ask_for_snapshot(campaign=campaign, user=None, files=[name], wanted=UNDECIDED)
    with pytest.raises(Conflict, match="No items match the filter now"):
        ask_for_snapshot(campaign=campaign, user=None, wanted=ItemFilter(length_from=10_000))
    assert not Snapshot.objects.exists()


def test_a_lie_about_the_filter_is_named(tmp_path: Path) -> None:
    path, manifest = downloaded_snapshot(judged("flat"), UNDECIDED, tmp_path)
    folder = tmp_path / "unpacked"
    with ZipFile(path) as archive:
        archive.extractall(folder)
    items = next(one for one in verified(folder)["checks"] if one["check"] == "items")
    assert "a filter matched these items: not decided" in items["note"]

    def one_more(manifest: dict[str, Any]) -> None:
        manifest["filter"]["items"] += 1

    edit_manifest(folder, one_more)
    sign_again(folder)
    many = manifest["filter"]["items"]
    assert differences(folder) == {
        "items": [("filter.items", f"it says {many + 1}, and it is {many}")]
    }


@pytest.mark.long
@pytest.mark.parametrize("given", [[], {"asked": {}, "words": [1], "items": 3}, {"items": True}])
def test_a_filter_that_is_none_is_no_manifest(given: object, folder: Path) -> None:
    edit_manifest(folder, lambda manifest: manifest.update({"filter": given}))
    assert "lacks parts that every manifest has" in refusal_of("verify", str(folder))


def test_the_methods_name_no_snapshot_of_some_items(tmp_path: Path) -> None:
    campaign = judged("flat")
    downloaded_snapshot(campaign, UNDECIDED, tmp_path)
    assert facts_of(campaign).snapshot is None
    downloaded_snapshot(campaign, EVERYTHING, tmp_path)
    assert facts_of(campaign).snapshot is not None
