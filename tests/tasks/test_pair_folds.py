"""Figures of pairs follow the rows: live, in files and in reports."""

from pathlib import Path
from typing import Any

import pytest

from agreement.tally import Tally
from agreement.votes import pair_figures as pairs
from annotation.models import Campaign, CampaignReport, FigurePoint, ItemSummary, Judgment
from tasks.fold import fold_all
from tasks.reconcile import reconcile_campaign
from tasks.reports import due_campaigns, make_reports
from tests.helpers.factories import enrol, judge_next
from tests.helpers.invariants import check_figures
from tests.helpers.judged_pairs import judge
from tests.helpers.pairs import make_pair_campaign, make_pairs
from tests.tasks.judged import judged, scored, state_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]

YES = {"=same message", "same topic"}


@pytest.fixture
def campaign() -> Campaign:
    return judged("pair")


def test_the_live_figures_are_those_of_the_exported_judgments(
    campaign: Campaign, tmp_path: Path
) -> None:
    fold_all(campaign.pk)
    live, found = state_of(campaign).figures, scored(campaign, tmp_path / "judged.csv")
    assert live["judgments"] == 48
    assert [column["name"] for column in live["strata"]] == [
        *("[0, .25]", "(.25, .5]", "(.5, .75]", "(.75, 1]"),
        "all",
    ]
    for name, figure in live.items():
        if name != "majority":
            assert found[name] == figure, name
    assert live["majority"].items() <= found["majority"].items()


def test_the_state_is_the_sum_of_the_pairs(campaign: Campaign) -> None:
    fold_all(campaign.pk)
    labels = [answer["label"] for answer in campaign.settings["answers"]]
    total = Tally()
    for hit in campaign.hits.select_related("item"):
        votes = [labels[one.vector[0]] for one in hit.judgments.all()]
        content = hit.item.content
        total += pairs.pair_contribution(votes, YES, content["similarity"], content["stratum"])
    assert Tally(state_of(campaign).state) == total


def test_reconciliation_mends_the_state_and_the_summaries(campaign: Campaign) -> None:
    assert reconcile_campaign(campaign.pk).equal
    state = state_of(campaign)
    state.state = {**state.state, "(.5, .75]/r/x": 1}
    state.save()
    summary = ItemSummary.objects.filter(campaign=campaign).earliest("hit")
    summary.summary["support"] += 1
    summary.save()
    report = reconcile_campaign(campaign.pk)
    assert report.differing == ["state", f"summary of HIT {summary.hit_id}"]
    assert reconcile_campaign(campaign.pk).equal


def test_each_pair_has_a_summary(campaign: Campaign) -> None:
    fold_all(campaign.pk)
    labels = [answer["label"] for answer in campaign.settings["answers"]]
    for found in ItemSummary.objects.select_related("hit"):
        answers = [one.vector[0] for one in found.hit.judgments.all()]
        assert found.judgments == len(answers) == 4
        assert found.distinct == len(set(answers))
        votes = dict(found.summary["votes"])
        assert votes == {labels[index]: answers.count(index) for index in set(answers)}
        assert found.summary["annotations"][0][1] == max(votes.values())
        alike = sum(count * (count - 1) for count in votes.values())
        assert found.disagreement == pytest.approx(1 - alike / 12)


def test_known_pairs_are_in_no_figure() -> None:
    campaign = make_pair_campaign(
        make_pairs(8, ["yes"] * 4), redundancy=2, known_every=2, most_workers=9
    )
    judge(campaign, workers=2, seed=1)
    fold_all(campaign.pk)
    assert Judgment.objects.filter(hit__known=True).exists()
    assert state_of(campaign).figures["pairs"] <= 4
    check_figures(campaign)


def test_intervals_are_made_next_to_the_folds(campaign: Campaign, tmp_path: Path) -> None:
    fold_all(campaign.pk)
    assert due_campaigns() == [campaign.pk]
    version = make_reports(campaign.pk)
    report = CampaignReport.objects.get(campaign=campaign, kind="intervals")
    live, found = (
        state_of(campaign).figures,
        scored(campaign, tmp_path / "judged.csv", "--interval"),
    )
    for name in ("alpha", "pairwise", "consensus_yes", "r"):
        stored = report.results[name]
        assert stored.pop("value") == live[name]["value"]
        assert stored == found[name]["interval"]
        assert stored["over"] == "pairs"
    point: Any = FigurePoint.objects.get(campaign=campaign, version=version or 0)
    assert point.intervals["alpha"]["low"] == report.results["alpha"]["low"]


def test_the_crowd_is_reported_as_score_prints_it(campaign: Campaign, tmp_path: Path) -> None:
    fold_all(campaign.pk)
    make_reports(campaign.pk)
    results = CampaignReport.objects.get(campaign=campaign, kind="crowd").results
    found = scored(campaign, tmp_path / "judged.csv")
    assert results["workers"] == found["workers"] == 4
    assert results["worker_agreement"] == found["worker_agreement"]
    assert results["differences"] == found["differences"]
    assert results["differing"] == len(found["differences"])
    assert results["time"] == found["time"]
    for name in ("majority", "absolute_majority", "dawid_skene"):
        assert results["consensus"][name].items() <= found[name].items()
    assert due_campaigns() == []


@pytest.mark.quick
def test_segmentations_have_no_crowd_report(flat: Campaign) -> None:
    judge_next(enrol(flat))
    fold_all(flat.pk)
    make_reports(flat.pk)
    assert not CampaignReport.objects.filter(kind="crowd").exclude(results={}).exists()
