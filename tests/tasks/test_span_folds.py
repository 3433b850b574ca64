"""Figures of spans follow the rows: live, in files and in reports."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from agreement.spans.counting import span_contribution
from agreement.tally import Tally
from annotation.models import AgreementState, Campaign, CampaignReport, ItemSummary, Judgment
from annotation.schemes.spans.answer import named_spans
from annotation.services.work.review import review_judgment
from tasks import fold as folding
from tasks.fold import fold_all
from tasks.reconcile import reconcile_campaign
from tasks.reports import make_reports
from tests.commands.running import run
from tests.helpers.factories import make_user, numbered_texts
from tests.helpers.invariants import check_figures, check_serving
from tests.helpers.spans import ADA, campaign_of_spans, judge_spans

pytestmark = pytest.mark.django_db(transaction=True)
TEXTS = [ADA, *numbered_texts(5)]


@pytest.fixture
def campaign() -> Campaign:
    campaign = campaign_of_spans(*TEXTS, redundancy=5)
    judge_spans(campaign, workers=4, seed=1)
    return campaign


def state_of(campaign: Campaign) -> AgreementState:
    return AgreementState.objects.get(campaign=campaign)


def scored(campaign: Campaign, path: Path, form: str, *options: str) -> dict[str, Any]:
    run("export_gold", str(campaign.pk), "--as", f"judgments-{form}", "-o", str(path))
    result: dict[str, Any] = json.loads(run("score", "--spans", str(path), "--json", *options))
    return result


@pytest.mark.long
@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_the_live_figures_are_those_of_the_exported_judgments(
    campaign: Campaign, tmp_path: Path, form: str
) -> None:
    fold_all(campaign.pk)
    live, found = state_of(campaign).figures, scored(campaign, tmp_path / f"a.{form}", form)
    assert live["judgments"] == 24
    assert {name: found[name] for name in live} == live


def test_folding_piece_by_piece_equals_folding_at_once(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    fold_all(campaign.pk)
    at_once = state_of(campaign)
    Judgment.objects.update(folded=False)
    AgreementState.objects.update(state={}, figures={}, judgments=0)
    monkeypatch.setattr(folding, "MAX_CONCURRENT", 5)
    fold_all(campaign.pk)
    piecewise = state_of(campaign)
    assert piecewise.version > at_once.version + 1
    assert (piecewise.state, piecewise.figures) == (at_once.state, at_once.figures)
    check_figures(campaign)
    check_serving(campaign)


@pytest.mark.long
def test_work_that_is_rejected_and_restored_in_any_order(campaign: Campaign) -> None:
    fold_all(campaign.pk)
    before, user, luck = state_of(campaign), make_user(), Random(2)
    judgments = list(Judgment.objects.filter(campaign=campaign))
    for review in ("rejected", ""):
        luck.shuffle(judgments)
        for place, judgment in enumerate(judgments):
            review_judgment(judgment=judgment, user=user, review=review, reason="blank")
            if place % 7 == 0:
                fold_all(campaign.pk)
                check_figures(campaign)
        fold_all(campaign.pk)
        if review:
            assert state_of(campaign).state == {}
            assert state_of(campaign).figures["alpha"]["reason"] == "No text has two judgments."
            assert not ItemSummary.objects.exists()
    after = state_of(campaign)
    assert (after.state, after.figures) == (before.state, before.figures)


@pytest.mark.long
def test_the_state_is_the_sum_of_the_texts(campaign: Campaign) -> None:
    fold_all(campaign.pk)
    total = Tally()
    for hit in campaign.hits.select_related("item"):
        answers = [named_spans(one.vector, campaign.settings) for one in hit.judgments.all()]
        total += span_contribution(answers, len(hit.item.words))
    assert Tally(state_of(campaign).state) == total


@pytest.mark.long
def test_reconciliation_mends_what_is_not_equal(campaign: Campaign) -> None:
    assert reconcile_campaign(campaign.pk).equal
    state = state_of(campaign)
    key = next(iter(state.state))
    state.state = {**state.state, key: state.state[key] + 1}
    state.save()
    assert reconcile_campaign(campaign.pk).differing == ["state"]
    assert reconcile_campaign(campaign.pk).equal


@pytest.mark.long
def test_each_text_has_a_summary(campaign: Campaign) -> None:
    fold_all(campaign.pk)
    for found in ItemSummary.objects.select_related("hit"):
        answers = [named_spans(one.vector, campaign.settings) for one in found.hit.judgments.all()]
        assert found.judgments == len(answers) == 4
        assert sum(vote[-1] for vote in found.summary["votes"]) == sum(map(len, answers))
        assert 0 <= (found.disagreement or 0) <= 1


@pytest.mark.long
def test_reports_are_as_score_prints_them(campaign: Campaign, tmp_path: Path) -> None:
    fold_all(campaign.pk)
    make_reports(campaign.pk)
    reports = {one.kind: one.results for one in CampaignReport.objects.filter(campaign=campaign)}
    live = state_of(campaign).figures
    found = scored(campaign, tmp_path / "a.jsonl", "jsonl", "--interval")
    for name in ("alpha", "coincidence", "places", "exact", "partial", "pairwise"):
        stored = reports["intervals"][name]
        assert stored.pop("value") == live[name]["value"]
        assert stored == found[name]["interval"]
        assert stored["over"] == "texts"


@pytest.mark.long
def test_recorded_spans_are_fed_to_another_campaign(campaign: Campaign, tmp_path: Path) -> None:
    fold_all(campaign.pk)
    path = tmp_path / "judged.jsonl"
    run("export_gold", str(campaign.pk), "--as", "judgments-jsonl", "-o", str(path))
    other = campaign_of_spans(*TEXTS, redundancy=4)
    run("replay", str(path), "--campaign", str(other.pk))
    fold_all(other.pk)
    assert state_of(other).figures == state_of(campaign).figures


@pytest.mark.long
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
