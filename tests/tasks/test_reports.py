"""Reports follow the versions: made on changes, not too often, and from one moment."""

import json
from collections import Counter
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from agreement.bootstrap import Plan
from agreement.segmentation.bias import bias_figures, count_flats, count_nesteds
from agreement.segmentation.intervals import bootstrap_entailment, bootstrap_segmentation
from annotation.models import (
    AgreementState,
    Campaign,
    CampaignReport,
    EntailmentState,
    ItemEntailment,
    Judgment,
)
from annotation.services.datasets.word_lists import set_word_list
from annotation.services.jobs.kinds import Lane
from tasks import reports
from tasks.fold import fold_all
from tasks.leases import alone
from tasks.reports import due_campaigns, make_reports, report
from tasks.sweep import sweep
from tests.commands.running import run
from tests.exports.slow_gold import answers_of
from tests.helpers.factories import at_once, judge_all_at_random, make_user

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


def judged(campaign: Campaign, *, workers: int = 3, seed: int = 1) -> Campaign:
    judge_all_at_random(campaign, workers=workers, seed=seed)
    fold_all(campaign.pk)
    return campaign


def rested() -> None:
    CampaignReport.objects.update(rests_until=timezone.now() - timedelta(seconds=1))


def bias(campaign: Campaign) -> dict[str, Any]:
    results: dict[str, Any] = CampaignReport.objects.get(campaign=campaign, kind="bias").results
    return results


def as_stored(figures: dict[str, object]) -> dict[str, Any]:
    stored: dict[str, Any] = json.loads(json.dumps(figures))
    return stored


def intervals(campaign: Campaign) -> CampaignReport:
    return CampaignReport.objects.get(campaign=campaign, kind="intervals")


def test_intervals_are_those_of_the_folded_judgments(flat: Campaign, nested: Campaign) -> None:
    judged(flat)
    judged(nested, seed=2)
    judge_all_at_random(flat, workers=1, seed=3)
    assert make_reports(flat.pk) == 1
    found = intervals(flat)
    Judgment.objects.filter(folded=False).delete()
    flats, nesteds = answers_of(flat), answers_of(nested)
    expected = bootstrap_segmentation("flat", list(flats.values()), plan=Plan())
    figures = AgreementState.objects.get(campaign=flat).figures
    for name, by_distance in expected.items():
        for d, interval in by_distance.items():
            assert found.results[name][d] == {"value": figures[name][d]["value"]} | interval
    entailment = EntailmentState.objects.get()
    sides = [(flats[item], nesteds[item]) for item in flats]
    observed = {"value": entailment.figures["observed"]} | bootstrap_entailment(sides)
    made_of = {"version": entailment.version, "judgments": 2 * found.judgments}
    assert found.results["entailment"] == {str(entailment.pk): observed | made_of}
    assert found.judgments == AgreementState.objects.get(campaign=flat).judgments


def test_reports_of_an_earlier_release_are_made_again(flat: Campaign) -> None:
    judged(flat)
    make_reports(flat.pk)
    for one in CampaignReport.objects.all():
        one.basis = one.basis[:-1]
        one.save()
    rested()
    assert due_campaigns() == [flat.pk]


def test_a_report_is_due_once_for_each_version(flat: Campaign) -> None:
    assert due_campaigns() == []
    judged(flat)
    assert due_campaigns() == [flat.pk]
    report(flat.pk)
    rested()
    assert due_campaigns() == []
    judged(flat, seed=2)
    assert due_campaigns() == [flat.pk]


def test_a_report_is_due_when_what_it_entails_with_moves(flat: Campaign, nested: Campaign) -> None:
    judged(flat)
    make_reports(flat.pk)
    judged(nested)
    rested()
    assert sorted(due_campaigns()) == [flat.pk, nested.pk]


def test_who_waited_longest_comes_first(flat: Campaign, nested: Campaign) -> None:
    for campaign in (flat, nested):
        judged(campaign)
    make_reports(flat.pk)
    rested()
    assert due_campaigns() == [nested.pk]
    make_reports(nested.pk)
    for campaign in (nested, flat):
        judged(campaign, seed=2)
    rested()
    assert due_campaigns() == [flat.pk, nested.pk]


def test_reports_rest_in_between(flat: Campaign) -> None:
    judged(flat)
    make_reports(flat.pk)
    judged(flat, seed=2)
    assert due_campaigns() == []
    report(flat.pk)
    assert intervals(flat).version == 1
    rest = intervals(flat).rests_until - intervals(flat).made_at
    assert timedelta(seconds=29) < rest < timedelta(seconds=90)


def test_a_report_that_fails_rests_and_keeps_none_of_the_others_away(
    flat: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged(flat)
    monkeypatch.setitem(reports.MAKERS, CampaignReport.Kind.BIAS, fails)
    with pytest.raises(ZeroDivisionError):
        report(flat.pk)
    assert intervals(flat).version == 1
    assert not CampaignReport.objects.filter(kind="bias").exists()
    CampaignReport.objects.exclude(kind="tried").update(rests_until=timezone.now())
    assert due_campaigns() == []
    rested()
    assert due_campaigns() == [flat.pk]
    monkeypatch.undo()
    report(flat.pk)
    assert bias(flat)["figures"]["segments"]
    assert not CampaignReport.objects.filter(kind="tried").exists()


@pytest.mark.quick
def test_a_campaign_whose_material_cannot_be_read_rests_too(
    flat: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged(flat)
    monkeypatch.setattr(reports, "read_material", fails)
    with pytest.raises(ZeroDivisionError):
        report(flat.pk)
    assert due_campaigns() == []


def fails(*_: object) -> dict[str, Any]:
    raise ZeroDivisionError


def test_a_campaign_too_large_is_reported_on_by_command_only(
    flat: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reports, "MAX_JUDGMENTS", 5)
    judged(flat)
    assert due_campaigns() == []
    assert run("report", str(flat.pk)) == f"{flat} (campaign {flat.pk}): version 1\n"
    assert intervals(flat).version == 1


def test_two_jobs_do_not_report_at_once(flat: Campaign) -> None:
    judged(flat)
    with alone("another", Lane.COMPUTING) as mine:
        assert mine
        assert at_once([partial(report, flat.pk)], threads=1) == [False]
    assert not CampaignReport.objects.exists()
    report(flat.pk)
    assert intervals(flat).version == 1


def test_the_command_folds_first_and_takes_all_campaigns(flat: Campaign, nested: Campaign) -> None:
    judge_all_at_random(flat, workers=2, seed=1)
    printed = run("report")
    assert f"{flat} (campaign {flat.pk}): version 1" in printed
    assert f"{nested} (campaign {nested.pk}): nothing to report on now" in printed


def test_the_sweep_starts_what_is_due(flat: Campaign, eager: None) -> None:
    judge_all_at_random(flat, workers=2, seed=1)
    sweep()
    assert intervals(flat).version == 1
    assert bias(flat)["figures"]["segments"]


def test_a_report_leaves_the_figures_alone(flat: Campaign) -> None:
    judged(flat)
    before = AgreementState.objects.values().get(campaign=flat)
    make_reports(flat.pk)
    assert AgreementState.objects.values().get(campaign=flat) == before


def test_biases_are_those_of_all_folded_judgments(flat: Campaign, nested: Campaign) -> None:
    for campaign in (judged(flat), judged(nested, seed=2)):
        make_reports(campaign.pk)
    flats = [vector for answers in answers_of(flat).values() for vector in answers]
    nesteds = [vector for answers in answers_of(nested).values() for vector in answers]
    assert bias(flat)["figures"] == as_stored(bias_figures(count_flats(flats)))
    assert bias(nested)["figures"] == as_stored(bias_figures(count_nesteds(nesteds)))
    for campaign in (flat, nested):
        assert [row["annotations"] for row in bias(campaign)["workers"]] == [4, 4, 4]


def test_entailment_is_reported_text_by_text(flat: Campaign, nested: Campaign) -> None:
    judged(flat)
    judged(nested, seed=2)
    make_reports(nested.pk)
    [shares] = bias(nested)["entailment"].values()
    summaries = [one.summary for one in ItemEntailment.objects.all()]
    expected = Counter(min(9, 10 * one["entailed"] // one["pairs"]) for one in summaries)
    figures = EntailmentState.objects.get().figures
    assert shares == {
        "texts": 4,
        "bins": [expected[tenth] for tenth in range(10)],
        **{name: figures[name] for name in ("observed", "chance")},
    }


def test_prepositions_follow_the_list_of_the_project(flat: Campaign) -> None:
    judged(flat)
    make_reports(flat.pk)
    english = bias(flat)["prepositions"]["en"]
    assert {"on", "beneath"} <= set(english["words"])
    assert english["prepositions"] == 9
    assert bias(flat)["language"] == "en"
    set_word_list(
        project=flat.dataset.project, user=make_user(), language="en", words=["Beneath,", "my"]
    )
    rested()
    assert due_campaigns() == [flat.pk]
    make_reports(flat.pk)
    assert bias(flat)["prepositions"]["en"]["words"] == ["beneath", "my"]
    assert bias(flat)["prepositions"]["en"]["prepositions"] == 6
