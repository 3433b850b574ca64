"""Gold: complete, reproducible, of one moment, and giving the same figures when imported again."""

import hashlib
import json
import threading
from pathlib import Path
from typing import Any

import pytest
from django.core.management.base import CommandError
from django.db import connection, transaction

from analysis.exports import gold as exchange
from analysis.exports.export_registry import export_file
from annotation.models import AgreementState, Campaign, Dataset, EntailmentState, Item, Judgment
from annotation.services.campaigns.campaigns import create_campaign, launch_campaign
from annotation.services.work.review import review_judgment
from tasks.fold import fold_all, lock_states
from tasks.reports import make_reports
from tests.commands.running import run, score_of
from tests.helpers.factories import (
    judge_all_at_random,
    make_campaign,
    make_dataset,
    make_user,
    numbered_texts,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]

FIGURES = ("items", "annotations", "alpha", "alpha_annotations", "S")


@pytest.fixture
def dataset() -> Dataset:
    dataset = make_dataset([*numbered_texts(8), "one | bar (here)", "مطعم سمك قريب"])
    tokens = {"tokens": ["今天", "山上", "天气"]}
    Item.objects.create(dataset=dataset, position=11, text="今天山上天气", content=tokens)
    dataset.item_count = 11
    dataset.save(update_fields=["item_count"])
    return dataset


@pytest.fixture
def flat(dataset: Dataset) -> Campaign:
    campaign = make_campaign(dataset, scheme="flat", redundancy=4)
    return judge_all_at_random(campaign, workers=4, seed=1)


@pytest.fixture
def nested(flat: Campaign) -> Campaign:
    campaign = make_campaign(flat.dataset, scheme="nested", redundancy=3)
    return judge_all_at_random(campaign, workers=3, seed=2)


def gold_of(campaign: Campaign) -> bytes:
    return export_file(campaign.pk, "gold").body


def export_to(path: Path, campaign: Campaign) -> dict[str, Any]:
    printed = run("export_gold", str(campaign.pk), "-o", str(path))
    assert f"SHA-256 {hashlib.sha256(path.read_bytes()).hexdigest()}" in printed
    content: dict[str, Any] = json.loads(path.read_text())
    return content


def test_the_figures_are_the_live_ones_and_score_finds_them(
    flat: Campaign, nested: Campaign, tmp_path: Path
) -> None:
    paths = {"flat": tmp_path / "flat.json", "nested": tmp_path / "nested.json"}
    gold = {"flat": export_to(paths["flat"], flat), "nested": export_to(paths["nested"], nested)}
    scored = score_of(**paths)
    for campaign in (flat, nested):
        state = AgreementState.objects.get(campaign=campaign)
        figures = gold[campaign.scheme]["figures"]
        assert figures["agreement"] == state.figures
        assert (figures["version"], figures["not_folded"]) == (state.version, 0)
        for name in FIGURES:
            assert scored[campaign.scheme][name] == state.figures[name]
    entailed = gold["flat"]["figures"]["entailment"][nested.name]
    live = EntailmentState.objects.get(flat=flat, nested=nested).figures
    for name in ("observed", "exact", "pairs", "chance"):
        assert scored["entailment"][name] == entailed[name] == live[name]


def test_each_text_has_its_consensus_with_support_and_ties(
    flat: Campaign, nested: Campaign, tmp_path: Path
) -> None:
    gold = export_to(tmp_path / "gold.json", flat)
    items = tmp_path / "items.jsonl"
    other = tmp_path / "nested.json"
    trees = export_to(other, nested)["consensus"]
    run(
        "score",
        "--flat",
        str(tmp_path / "gold.json"),
        "--nested",
        str(other),
        "--items",
        str(items),
    )
    assert len(gold["consensus"]) == gold["items"] == 11
    for line in map(json.loads, items.read_text().splitlines()):
        consensus = gold["consensus"][line["text"]]
        together = consensus["entailment"][nested.name]
        assert consensus["mode"]["segmentation"] == line["flat_mode"]
        assert consensus["majority"]["segmentation"] == line["flat_majority"]
        assert len(consensus["majority"]["support"]) == len(line["text"].split()) - 1 or (
            "tokens" in gold and line["text"] in gold["tokens"]
        )
        if line["text"] in trees:
            assert trees[line["text"]]["majority"]["segmentation"] == line["nested_majority"]
        for name in ("femn", "iv"):
            assert together[name]["segmentation"] == line[name]
            assert together[name]["ties"] == line["ties"].get(name, [])


def test_settings_are_there_and_workers_are_numbers(flat: Campaign, tmp_path: Path) -> None:
    gold = export_to(tmp_path / "gold.json", flat)
    assert gold["campaign"]["scheme"] == "flat"
    assert gold["campaign"]["redundancy"] == 4
    assert gold["campaign"]["dataset"] == flat.dataset.name
    assert gold["workers"] == {str(number): "link" for number in range(1, 5)}
    for annotations in gold["annotation set"].values():
        assert set(annotations) == {"1", "2", "3", "4"}
    assert gold["tokens"] == {"今天山上天气": ["今天", "山上", "天气"]}


def test_the_same_data_gives_the_same_bytes(flat: Campaign, tmp_path: Path) -> None:
    export_to(tmp_path / "one.json", flat)
    export_to(tmp_path / "two.json", flat)
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()


def test_rejected_work_is_not_in_it(flat: Campaign, tmp_path: Path) -> None:
    rejected = Judgment.objects.filter(campaign=flat).first()
    assert rejected is not None
    review_judgment(judgment=rejected, user=make_user(), review="rejected", reason="blank")
    gold = export_to(tmp_path / "gold.json", flat)
    assert gold["figures"]["judgments"] == 43
    assert gold["figures"]["not_counted"] == 1
    assert sum(map(len, gold["annotation set"].values())) == 43


def test_it_holds_the_intervals_that_score_finds_in_it(
    flat: Campaign, nested: Campaign, tmp_path: Path
) -> None:
    for campaign in (flat, nested):
        fold_all(campaign.pk)
    before = [gold_of(campaign) for campaign in (flat, nested)]
    make_reports(flat.pk)
    assert [gold_of(campaign) for campaign in (flat, nested)] == before
    files = {"flat": tmp_path / "flat.json", "nested": tmp_path / "nested.json"}
    for path, body in zip(files.values(), before, strict=True):
        path.write_bytes(body)
    options = [word for kind, path in files.items() for word in (f"--{kind}", str(path))]
    scored = json.loads(run("score", *options, "--interval", "--json"))
    for kind, body in zip(files, before, strict=True):
        found = json.loads(body)["figures"]["intervals"]
        for name, by_distance in found["agreement"].items():
            for d, interval in by_distance.items():
                figure = scored[kind][name][d]
                assert interval == {"value": figure["value"]} | figure["interval"]
        [entailed] = found["entailment"].values()
        assert entailed["low"] == scored["entailment"]["interval"]["low"]


def test_a_large_campaign_says_where_its_intervals_are(
    flat: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exchange, "MAX_JUDGMENTS", 3)
    found = json.loads(gold_of(flat))["figures"]["intervals"]
    assert found == {"reason": "Not made for more than 3 judgments: use score --interval."}


@pytest.mark.parametrize("scheme", ["flat", "nested"])
def test_imported_and_replayed_it_gives_the_same_figures(
    flat: Campaign, nested: Campaign, scheme: str, tmp_path: Path
) -> None:
    first = flat if scheme == "flat" else nested
    path = tmp_path / "gold.json"
    export_to(path, first)
    project = first.dataset.project
    run("import_dataset", str(path), "--project", str(project.pk), "--name", "Again")
    again = create_campaign(
        dataset=Dataset.objects.get(name="Again"),
        scheme=scheme,
        user=None,
        name="Again",
        redundancy=first.redundancy,
    )
    launch_campaign(campaign=again, user=None)
    run("replay", str(path), "--campaign", str(again.pk))
    second = export_to(tmp_path / "again.json", again)
    assert second["figures"]["agreement"] == AgreementState.objects.get(campaign=first).figures


@pytest.mark.quick
def test_a_draft_exports_its_texts_and_settings(dataset: Dataset, tmp_path: Path) -> None:
    draft = make_campaign(dataset, launch=False)
    gold = export_to(tmp_path / "gold.json", draft)
    assert gold["items"] == 11
    assert gold["figures"]["version"] == gold["figures"]["judgments"] == 0
    assert gold["consensus"] == {}


@pytest.mark.fault(19)
def test_exports_under_writes_are_sound_and_then_reproducible(tmp_path: Path) -> None:
    """Promise 19, with workers and folds running all the time."""
    campaign = make_campaign(make_dataset(numbered_texts(12)), redundancy=6)

    def work() -> None:
        judge_all_at_random(campaign, workers=6, seed=3)
        fold_all(campaign.pk)
        connection.close()

    working = threading.Thread(target=work)
    working.start()
    seen = set()
    path = tmp_path / "gold.json"
    while working.is_alive():
        path.write_bytes(gold_of(campaign))
        gold = json.loads(path.read_text())
        seen.add(gold["figures"]["judgments"])
        annotations = sum(map(len, gold["annotation set"].values()))
        assert gold["figures"]["judgments"] == annotations
        if not annotations:
            continue
        scored = score_of(flat=path)["flat"]
        assert {name: scored[name] for name in FIGURES} == {
            name: gold["figures"]["agreement"][name] for name in FIGURES
        }
    working.join()
    assert len(seen) > 1
    digests = {hashlib.sha256(gold_of(campaign)).hexdigest() for _ in range(2)}
    assert len(digests) == 1
    assert json.loads(gold_of(campaign))["figures"]["judgments"] == 72


def test_it_waits_for_a_fold_that_is_under_way(flat: Campaign, tmp_path: Path) -> None:
    """The fold lasts longer than a page may wait for a lock."""
    locked, waited = threading.Event(), threading.Event()

    def lock() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            lock_states(flat)
            locked.set()
            cursor.execute("SELECT pg_sleep(2.5)")
            waited.set()
        connection.close()

    holding = threading.Thread(target=lock)
    holding.start()
    assert locked.wait(10)
    gold = export_to(tmp_path / "gold.json", flat)
    holding.join()
    assert waited.is_set()
    assert gold["figures"]["not_folded"] == 0


def test_a_place_that_cannot_be_written_is_named(flat: Campaign, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"absent/gold\.json cannot be written"):
        run("export_gold", str(flat.pk), "-o", str(tmp_path / "absent" / "gold.json"))
