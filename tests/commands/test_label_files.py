"""Files of a campaign of labels: stable, harmless, and giving the same figures when imported
again."""

import json
from pathlib import Path

import pytest

from analysis.exports.export_registry import export_file
from annotation.models import Campaign
from tests.commands.crowds import check_crowd, check_rows, export, score, table, with_rejected
from tests.commands.running import run, write
from tests.helpers.invariants import check_serving
from tests.helpers.judged_labels import KINDS, judge_labels, make_labels

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


@pytest.fixture(params=KINDS)
def campaign(request: pytest.FixtureRequest) -> Campaign:
    return with_rejected(judge_labels(make_labels(request.param, redundancy=5), workers=5, seed=1))


@pytest.mark.parametrize("name", ["judgments-csv", "judgments-jsonl"])
def test_scored_again_the_judgments_give_gold_s_figures(
    campaign: Campaign, name: str, tmp_path: Path
) -> None:
    gold = json.loads(export(campaign, "gold", tmp_path / "gold.json").read_text())
    result = score(export(campaign, name, tmp_path / f"judged.{name.split('-')[1]}"), "labels")
    agreement, crowd = gold["figures"]["agreement"], gold["figures"]["crowd"]
    assert (result["judgments"], result["not_counted"]) == (39, 1)
    assert (result["kind"], result["level"]) == (agreement["kind"], agreement["level"])
    assert result["alpha"] == agreement["alpha"]
    assert result["pairwise"] == agreement["pairwise"]
    check_crowd(result, crowd)
    assert result["majority"]["gold"] == 4


def test_the_judgments_show_all_of_each(campaign: Campaign, tmp_path: Path) -> None:
    rows = table(export(campaign, "judgments-csv", tmp_path / "judged.csv"))
    assert len(rows) == 40
    assert {row["item"][0] for row in rows} == {"'"}  # not a formula
    check_rows(rows)
    assert {row["words"] for row in rows} == {"5"}
    kind = campaign.settings["kind"]
    expected = {"one": "one", "any": "any", "scale": "ordinal"}[kind]
    assert {row["kind"] for row in rows} == {expected}
    golds = {row["gold"] for row in rows}
    assert golds == {"one": {"", "Neutral"}, "any": {"", "People|Events"}, "scale": {"", "3"}}[kind]
    lines = export(campaign, "judgments-jsonl", tmp_path / "judged.jsonl").read_text().splitlines()
    assert isinstance(json.loads(lines[0])["label"], list if kind == "any" else str)


def test_the_consensus_is_a_row_a_text(campaign: Campaign, tmp_path: Path) -> None:
    rows = table(export(campaign, "consensus-csv", tmp_path / "consensus.csv"))
    assert len(rows) == 8
    assert sum(int(row["judgments"]) for row in rows) == 39
    labels = [one for one in rows[0] if one.startswith("votes: ")]
    assert len(labels) == len(campaign.settings["labels"])
    for row in rows:
        votes = sum(int(row[label]) for label in labels)
        assert campaign.settings["kind"] == "any" or votes == int(row["judgments"])
        assert row["dawid_skene"]
        assert row["majority"] or row["ties"]


def test_crowd_kit_takes_the_rest(campaign: Campaign, tmp_path: Path) -> None:
    rows = table(export(campaign, "crowd-kit", tmp_path / "crowd-kit.csv"))
    assert len(rows) == 39
    assert list(rows[0]) == ["task", "worker", "label"]


def test_equal_data_gives_equal_bytes(campaign: Campaign) -> None:
    for name in ("gold", "judgments-csv", "judgments-jsonl", "consensus-csv", "crowd-kit"):
        assert export_file(campaign.pk, name).digest == export_file(campaign.pk, name).digest


@pytest.mark.parametrize("name", ["judgments-csv", "judgments-jsonl"])
def test_replayed_they_are_the_same_figures(campaign: Campaign, name: str, tmp_path: Path) -> None:
    """Replay them into a new campaign on the same texts, as the same workers."""
    gold = json.loads(export(campaign, "gold", tmp_path / "gold.json").read_text())
    judged = export(campaign, name, tmp_path / f"judged.{name.split('-')[1]}")
    again = make_labels(campaign.settings["kind"], redundancy=5)
    printed = run("replay", str(judged), "--campaign", str(again.pk))
    assert "39  submitted" in printed
    assert "1  left out: the file says that it does not count" in printed
    found = json.loads(export(again, "gold", tmp_path / "again.json").read_text())
    assert found["figures"]["agreement"] == gold["figures"]["agreement"]
    check_serving(again)


@pytest.mark.quick
def test_a_replay_says_what_it_cannot_feed(tmp_path: Path) -> None:
    rows = ["worker,item,label", "a,=text number 1,Positive", "a,=text number 2,Great", "b,none,0"]
    path = write(tmp_path / "judged.csv", *rows)
    campaign = make_labels("one", texts=2)
    printed = run("replay", str(path), "--campaign", str(campaign.pk))
    assert "1  submitted" in printed
    assert "1  left out: the campaign has no such text" in printed
    assert "“Great” is not one of this campaign’s labels" in printed
