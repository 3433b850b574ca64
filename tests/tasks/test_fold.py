"""Figures follow the rows: exactly once, in any order, and in reverse."""

from functools import partial

import pytest

from analysis.reading.judgment_rows import Row
from annotation.models import (
    AgreementState,
    Campaign,
    EntailmentState,
    FigurePoint,
    ItemEntailment,
    ItemSummary,
    Judgment,
)
from annotation.services.work.review import review_judgment
from tasks import fold as folding
from tasks.fold import fold_all
from tasks.sweep import sweep
from tests.helpers.factories import at_once, enrol, judge_all_at_random, judge_next, make_user
from tests.helpers.invariants import check_figures, check_serving

pytestmark = pytest.mark.django_db(transaction=True)


def version_of(campaign: Campaign) -> int:
    return AgreementState.objects.get(campaign=campaign).version


def test_a_fold_takes_what_is_new_and_then_nothing(flat: Campaign) -> None:
    judge_all_at_random(flat, workers=3, seed=1)
    assert fold_all(flat.pk) == 12
    assert fold_all(flat.pk) == 0
    assert version_of(flat) == 1
    assert list(FigurePoint.objects.values_list("version", "judgments")) == [(1, 12)]
    assert set(ItemSummary.objects.values_list("judgments", flat=True)) == {3}
    check_figures(flat)
    check_serving(flat)


def test_folding_piece_by_piece_equals_folding_at_once(
    flat: Campaign, nested: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folding, "MAX_CONCURRENT", 3)
    for seed, campaign in enumerate((flat, nested, flat, nested)):
        judge_all_at_random(campaign, workers=2, seed=seed)
        fold_all(campaign.pk)
    assert version_of(flat) >= 4
    entailment = EntailmentState.objects.get(flat=flat, nested=nested)
    assert entailment.figures["pairs"] == 4 * 4 * 4
    assert ItemEntailment.objects.filter(entailment=entailment).count() == 4
    check_figures(flat)
    check_figures(nested)


def test_every_message_three_times_and_at_once_folds_once(flat: Campaign) -> None:
    judge_all_at_random(flat, workers=5, seed=2)
    taken = at_once([partial(fold_all, flat.pk)] * 30, threads=6)
    assert sum(n for n in taken if isinstance(n, int)) == 20
    assert not [error for error in taken if isinstance(error, Exception)]
    check_figures(flat)


def test_rejected_work_leaves_the_figures_and_restored_work_returns(
    flat: Campaign, nested: Campaign
) -> None:
    user = make_user()
    for campaign in (flat, nested):
        judge_all_at_random(campaign, workers=2, seed=5)
        fold_all(campaign.pk)
    before = AgreementState.objects.get(campaign=flat).state
    judgments = list(Judgment.objects.filter(campaign=flat))
    for judgment in judgments:
        review_judgment(
            judgment=judgment, user=user, review=Judgment.Review.REJECTED, reason="blank"
        )
    fold_all(flat.pk)
    assert AgreementState.objects.get(campaign=flat).state == {}
    assert EntailmentState.objects.get().state == {}
    assert not ItemSummary.objects.filter(campaign=flat).exists()
    assert not ItemEntailment.objects.exists()
    check_figures(flat)
    for judgment in judgments:
        review_judgment(judgment=judgment, user=user, review=Judgment.Review.NONE)
    fold_all(flat.pk)
    assert AgreementState.objects.get(campaign=flat).state == before
    check_figures(flat)
    check_figures(nested)


def test_a_review_during_a_fold_is_left_to_the_next(
    flat: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The judgment is rejected between the moment it is read and the moment it is marked."""
    receipt = judge_next(enrol(flat))
    mark = folding.mark_folded

    def reject_first(rows: list[Row]) -> None:
        Judgment.objects.filter(pk=receipt.judgment_id).update(counts=False)
        mark(rows)

    monkeypatch.setattr(folding, "mark_folded", reject_first)
    folding.fold_once(flat.pk)
    assert Judgment.objects.get().folded
    monkeypatch.setattr(folding, "mark_folded", mark)
    assert fold_all(flat.pk) == 1
    assert AgreementState.objects.get(campaign=flat).state == {}
    check_figures(flat)


def test_the_sweep_folds_what_no_message_announced(flat: Campaign, nested: Campaign) -> None:
    for campaign in (flat, nested):
        judge_all_at_random(campaign, workers=2, seed=6)
    sweep()
    check_figures(flat)
    check_figures(nested)


def test_a_burst_makes_few_folds(flat: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    """While judgments keep coming, folds pause in between and take many at a time."""
    monkeypatch.setattr(folding, "REST_SECONDS", 0.25)
    enrolments = [enrol(flat) for _ in range(10)]
    for _ in range(4):
        for enrolment in enrolments:
            judge_next(enrolment)
        at_once([partial(fold_all, flat.pk)] * 4, threads=4)
    assert AgreementState.objects.get(campaign=flat).judgments == 40
    assert version_of(flat) <= 8
    check_figures(flat)
