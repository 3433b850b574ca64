"""Reconciliation finds exactly what is wrong, repairs it, and then finds nothing."""

from contextlib import suppress
from datetime import timedelta

import pytest
from django.db.models import F
from django.db.models.functions import Now

from analysis.reading.item_ranges import ItemRange
from analysis.reading.judgment_rows import as_folded
from annotation.models import (
    AgreementState,
    Campaign,
    EntailmentState,
    Heartbeat,
    ItemEntailment,
    ItemSummary,
)
from annotation.services.monitoring.core_checks import find_differences
from tasks.fold import fold_all
from tasks.reconcile import (
    TRIED,
    Report,
    _compare,
    campaigns_to_recount,
    due,
    reconcile_campaign,
    reconcile_live,
)
from tests.helpers.factories import (
    enrol,
    judge_all_at_random,
    judge_next,
    make_campaign,
    make_dataset,
    numbered_texts,
)
from tests.helpers.invariants import check_figures
from tests.helpers.queries import assert_queries, explain, steps_of
from tests.helpers.tiers import by_tier

pytestmark = pytest.mark.django_db(transaction=True)
TEXTS = by_tier(quick=30, long=1000)


def test_what_was_folded_is_found_equal(flat: Campaign, nested: Campaign) -> None:
    for campaign in (flat, nested):
        judge_all_at_random(campaign, workers=3, seed=1)
    for campaign in (flat, nested):
        report = reconcile_campaign(campaign.pk)
        assert report.equal, report.differing
        state = AgreementState.objects.get(campaign=campaign)
        assert state.reconciled_version == state.version
        assert state.reconciled_at is not None
        assert state.mended == 0


def test_a_part_finds_its_hits_by_campaign_and_item(flat: Campaign, nested: Campaign) -> None:
    """Without the campaign, a part reads the HITs of all campaigns of the dataset."""
    for campaign in (flat, nested):
        judge_all_at_random(campaign, workers=1, seed=1)
        fold_all(campaign.pk)
    last = flat.hits.order_by("item").values_list("item", flat=True)[1]
    with assert_queries(1) as made:
        assert len(as_folded(flat.pk, ItemRange(None, last))) == 2
    [query] = made.captured_queries
    steps = steps_of(explain(query["sql"])["Plan"])
    [hits] = [one for one in steps if one.get("Relation Name") == "annotation_hit"]
    assert f"(campaign_id = {flat.pk})" in str(hits)


def test_a_campaign_without_judgments_is_equal(flat: Campaign, nested: Campaign) -> None:
    assert reconcile_campaign(flat.pk).equal


@pytest.mark.fault(18)
def test_exactly_the_corrupted_results_are_found_and_mended() -> None:
    """Promise 18: 5 of 1,000 stored results, in the quick tier of 30."""
    campaign = make_campaign(make_dataset(numbered_texts(TEXTS)), redundancy=1)
    enrolment = enrol(campaign)
    for _ in range(TEXTS):
        judge_next(enrolment)
    fold_all(campaign.pk)
    corrupted = list(ItemSummary.objects.order_by("?")[:5])
    for summary in corrupted:
        summary.summary["mode_support"] += 1
        summary.save()
    report = reconcile_campaign(campaign.pk)
    assert sorted(report.differing) == sorted(f"summary of HIT {s.hit_id}" for s in corrupted)
    assert AgreementState.objects.get(campaign=campaign).mended == 5
    assert reconcile_campaign(campaign.pk).equal
    check_figures(campaign)


def test_a_wrong_state_figure_or_entailment_is_mended(flat: Campaign, nested: Campaign) -> None:
    for campaign in (flat, nested):
        judge_all_at_random(campaign, workers=2, seed=3)
        fold_all(campaign.pk)
    state = AgreementState.objects.get(campaign=flat)
    key = next(iter(state.state))
    state.state[key] += 1
    state.figures["items"] = 99
    state.save()
    entailment = EntailmentState.objects.get()
    entailment.figures["pairs"] = 0
    entailment.save()
    ItemEntailment.objects.first().delete()  # type: ignore[union-attr]
    assert len(reconcile_campaign(flat.pk).differing) == 4
    assert reconcile_campaign(flat.pk).equal
    assert reconcile_campaign(nested.pk).equal
    check_figures(flat)


def test_choices_that_an_earlier_version_settled_with_trivial_flats_are_made_again(
    flat: Campaign, nested: Campaign
) -> None:
    for campaign in (flat, nested):
        judge_all_at_random(campaign, workers=5, seed=6)
        fold_all(campaign.pk)
    right = choices(flat)
    for stored in ItemEntailment.objects.all():
        stored.summary["iv"] |= {"winner": [0] * len(stored.summary["iv"]["winner"]), "support": 5}
        stored.save()
    AgreementState.objects.update(reconciled_at=Now(), reconciled_version=F("version"))
    # As migration 24 did; it reads columns that no longer exist.
    AgreementState.objects.update(reconciled_at=None, reconciled_version=None)
    assert set(due()) == {flat.pk, nested.pk}
    reconcile_live()
    assert choices(flat) == right
    assert not reconcile_campaign(flat.pk).differing


def choices(flat: Campaign) -> dict[int, object]:
    stored = ItemEntailment.objects.filter(entailment__flat=flat)
    return dict(stored.values_list("flat_hit", "summary"))


def test_a_lost_summary_is_written_again(flat: Campaign) -> None:
    judge_all_at_random(flat, workers=2, seed=4)
    fold_all(flat.pk)
    ItemSummary.objects.filter(campaign=flat).delete()
    assert len(reconcile_campaign(flat.pk).differing) == 4
    assert ItemSummary.objects.filter(campaign=flat).count() == 4


def test_the_regular_run_takes_what_has_changed(flat: Campaign, nested: Campaign) -> None:
    judge_all_at_random(flat, workers=2, seed=4)
    fold_all(flat.pk)
    reconcile_live()
    assert AgreementState.objects.get(campaign=flat).reconciled_version == 1
    AgreementState.objects.update(reconciled_at=Now() - timedelta(minutes=1))
    judge_all_at_random(flat, workers=1, seed=5)
    fold_all(flat.pk)
    reconcile_live()
    assert AgreementState.objects.get(campaign=flat).reconciled_version == 2
    check_figures(flat)


def make_two() -> tuple[Campaign, Campaign]:
    """Return two campaigns that have been compared and have changed since."""
    both = make_campaign(texts=2), make_campaign(texts=2)
    for campaign in both:
        judge_next(enrol(campaign))
        fold_all(campaign.pk)
        reconcile_campaign(campaign.pk)
        judge_next(enrol(campaign))
        fold_all(campaign.pk)
    return both


def lengthen(*, minutes: int) -> None:
    """Let the last comparisons and attempts be further in the past."""
    past = timedelta(minutes=minutes)
    AgreementState.objects.update(reconciled_at=F("reconciled_at") - past)
    Heartbeat.objects.update(beat_at=F("beat_at") - past)


def reconciled(campaign: Campaign) -> bool:
    state = AgreementState.objects.get(campaign=campaign)
    return state.reconciled_version == state.version


@pytest.mark.parametrize("error", [SystemExit, ValueError])
def test_a_campaign_that_stops_the_process_leaves_the_next_run_to_the_others(
    error: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, other = make_two()
    lengthen(minutes=1)

    def compare(campaign_id: int) -> Report:
        if campaign_id == first.pk:
            raise error
        return _compare(campaign_id)

    monkeypatch.setattr("tasks.reconcile._compare", compare)
    with suppress(SystemExit):
        reconcile_live()
    reconcile_live()
    assert (reconciled(first), reconciled(other)) == (False, True)
    lengthen(minutes=9)
    assert list(due()) == []
    judge_next(enrol(other))
    fold_all(other.pk)
    assert list(due()) == [other.pk]
    lengthen(minutes=2)
    assert list(due()) == [first.pk, other.pk]
    AgreementState.objects.filter(campaign=other).update(reconciled_at=Now() - timedelta(days=2))
    assert list(due()) == [other.pk, first.pk]
    monkeypatch.undo()
    reconcile_live()
    assert reconciled(first)
    assert not Heartbeat.objects.filter(name__startswith=TRIED).exists()


def test_an_attempt_is_no_comparison(flat: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    judge_next(enrol(flat))
    fold_all(flat.pk)
    monkeypatch.setattr("tasks.reconcile._compare", None)
    reconcile_live()
    assert list(campaigns_to_recount()) == [flat]
    Campaign.objects.update(launched_at=Now() - timedelta(days=3))
    finding = find_differences()
    assert finding is not None
    assert finding.problem.startswith("1 campaigns were not compared")
