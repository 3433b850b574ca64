"""Figures of labels follow the rows: live, in files and in reports."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from agreement.tally import Tally
from agreement.votes.label_counting import label_contribution
from annotation.models import AgreementState, Campaign, CampaignReport, ItemSummary, Judgment
from annotation.schemes.label.answer import codes, codes_of
from annotation.services.work.review import review_judgment
from tasks import fold as folding
from tasks.fold import fold_all
from tasks.reconcile import reconcile_campaign
from tasks.reports import make_reports
from tests.commands.running import run
from tests.helpers.factories import make_user
from tests.helpers.invariants import check_figures, check_serving
from tests.helpers.judged_labels import KINDS, judge_labels, make_labels

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(params=KINDS)
def campaign(request: pytest.FixtureRequest) -> Campaign:
    campaign = make_labels(request.param, redundancy=5)
    judge_labels(campaign, workers=4, seed=1)
    return campaign


def state_of(campaign: Campaign) -> AgreementState:
    return AgreementState.objects.get(campaign=campaign)


def scored(campaign: Campaign, tmp_path: Path, *options: str) -> dict[str, Any]:
    path = tmp_path / "judged.csv"
    run("export_gold", str(campaign.pk), "--as", "judgments-csv", "-o", str(path))
    level = campaign.settings["level"]
    result: dict[str, Any] = json.loads(
        run("score", "--labels", str(path), "--level", level, "--json", *options)
    )
    return result


@pytest.mark.long
def test_the_live_figures_are_those_of_the_exported_judgments(
    campaign: Campaign, tmp_path: Path
) -> None:
    fold_all(campaign.pk)
    live, found = state_of(campaign).figures, scored(campaign, tmp_path)
    assert live["judgments"] == 32
    for name, figure in live.items():
        if name not in {"majority", "labels"}:
            assert found[name] == figure, name
    assert live["majority"].items() <= found["majority"].items()
    for mine, theirs in zip(live["labels"], found["labels"], strict=True):
        assert mine.items() <= theirs.items()


@pytest.mark.long
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
            assert state_of(campaign).figures["alpha"]["reason"] == "No item has two judgments."
            assert not ItemSummary.objects.exists()
    after = state_of(campaign)
    assert (after.state, after.figures) == (before.state, before.figures)


@pytest.mark.long
def test_the_state_is_the_sum_of_the_texts(campaign: Campaign) -> None:
    fold_all(campaign.pk)
    settings, total = campaign.settings, Tally()
    for hit in campaign.hits.all():
        answers = [codes_of(one.vector, settings) for one in hit.judgments.all()]
        total += label_contribution(answers, settings["kind"], settings["level"], codes(settings))
    assert Tally(state_of(campaign).state) == total


@pytest.mark.long
def test_reconciliation_finds_what_was_folded_equal_and_mends_what_is_not(
    campaign: Campaign,
) -> None:
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
    settings = campaign.settings
    for found in ItemSummary.objects.select_related("hit"):
        answers = [codes_of(one.vector, settings) for one in found.hit.judgments.all()]
        assert found.judgments == len(answers) == 4
        assert found.distinct == len(set(answers))
        chosen = [label for answer in answers for label in answer]
        assert dict(found.summary["votes"]) == {label: chosen.count(label) for label in set(chosen)}
        assert 0 <= (found.disagreement or 0) <= 1


@pytest.mark.few(1)
@pytest.mark.parametrize("kind", KINDS)
def test_known_texts_are_in_no_figure(kind: str) -> None:
    campaign = make_labels(kind, redundancy=2, known_every=2, most_workers=9)
    judge_labels(campaign, workers=2, seed=1)
    fold_all(campaign.pk)
    assert Judgment.objects.filter(hit__known=True).exists()
    assert state_of(campaign).figures["items"] <= 4
    check_figures(campaign)


@pytest.mark.long
def test_reports_are_as_score_prints_them(campaign: Campaign, tmp_path: Path) -> None:
    fold_all(campaign.pk)
    make_reports(campaign.pk)
    reports = {one.kind: one.results for one in CampaignReport.objects.filter(campaign=campaign)}
    live, found = state_of(campaign).figures, scored(campaign, tmp_path, "--interval")
    for name in ("alpha", "pairwise"):
        stored = reports["intervals"][name]
        assert stored.pop("value") == live[name]["value"]
        assert stored == found[name]["interval"]
        assert stored["over"] == "items"
    crowd = reports["crowd"]
    assert crowd["workers"] == found["workers"] == 4
    assert crowd["worker_agreement"] == found["worker_agreement"]
    assert crowd["differences"] == found["differences"]
    assert crowd["time"] == found["time"]
    for name in ("majority", "absolute_majority", "dawid_skene"):
        assert crowd["consensus"][name].items() <= found[name].items()
    assert reports["planning"]["rows"]
