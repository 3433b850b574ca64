"""Figures of spans follow the rows: live, in files and in reports."""

import json
from pathlib import Path

import pytest

from agreement.spans.counting import span_contribution
from agreement.tally import Tally
from annotation.models import Campaign, CampaignReport, ItemSummary
from annotation.schemes.spans.answer import named_spans
from tasks.fold import fold_all
from tasks.reports import make_reports
from tests.commands.running import run
from tests.helpers.spans import campaign_of_spans
from tests.tasks.judged import TEXTS, judged, scored, state_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


@pytest.fixture
def campaign() -> Campaign:
    return judged("spans")


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_the_live_figures_are_those_of_the_exported_judgments(
    campaign: Campaign, tmp_path: Path, form: str
) -> None:
    fold_all(campaign.pk)
    live, found = state_of(campaign).figures, scored(campaign, tmp_path / f"a.{form}")
    assert live["judgments"] == 24
    assert {name: found[name] for name in live} == live


def test_the_state_is_the_sum_of_the_texts(campaign: Campaign) -> None:
    fold_all(campaign.pk)
    total = Tally()
    for hit in campaign.hits.select_related("item"):
        answers = [named_spans(one.vector, campaign.settings) for one in hit.judgments.all()]
        total += span_contribution(answers, len(hit.item.words))
    assert Tally(state_of(campaign).state) == total


def test_each_text_has_a_summary(campaign: Campaign) -> None:
    fold_all(campaign.pk)
    for found in ItemSummary.objects.select_related("hit"):
        answers = [named_spans(one.vector, campaign.settings) for one in found.hit.judgments.all()]
        assert found.judgments == len(answers) == 4
        assert sum(vote[-1] for vote in found.summary["votes"]) == sum(map(len, answers))
        assert 0 <= (found.disagreement or 0) <= 1


def test_reports_are_as_score_prints_them(campaign: Campaign, tmp_path: Path) -> None:
    fold_all(campaign.pk)
    make_reports(campaign.pk)
    reports = {one.kind: one.results for one in CampaignReport.objects.filter(campaign=campaign)}
    live = state_of(campaign).figures
    found = scored(campaign, tmp_path / "a.jsonl", "--interval")
    for name in ("alpha", "coincidence", "places", "exact", "partial", "pairwise"):
        stored = reports["intervals"][name]
        assert stored.pop("value") == live[name]["value"]
        assert stored == found[name]["interval"]
        assert stored["over"] == "texts"


def test_recorded_spans_are_fed_to_another_campaign(campaign: Campaign, tmp_path: Path) -> None:
    fold_all(campaign.pk)
    path = tmp_path / "judged.jsonl"
    run("export_gold", str(campaign.pk), "--as", "judgments-jsonl", "-o", str(path))
    other = campaign_of_spans(*TEXTS, redundancy=4)
    run("replay", str(path), "--campaign", str(other.pk))
    fold_all(other.pk)
    assert state_of(other).figures == state_of(campaign).figures


def test_the_files_hold_what_was_marked(campaign: Campaign, tmp_path: Path) -> None:
    fold_all(campaign.pk)
    gold, table = tmp_path / "gold.json", tmp_path / "spans.csv"
    run("export_gold", str(campaign.pk), "-o", str(gold))
    run("export_gold", str(campaign.pk), "--as", "spans-csv", "-o", str(table))
    content = json.loads(gold.read_text())
    assert content["figures"]["agreement"] == state_of(campaign).figures
    assert len(content["judgments"]) == 24
    assert set(content["items"]) == set(TEXTS)
    marked = {tuple(span) for one in content["judgments"] for span in one["spans"]}
    rows = table.read_text().splitlines()
    assert rows[0] == "item,from,to,label,text,workers,judgments,votes,words,gold"
    assert len(rows) > len(marked) / 2
