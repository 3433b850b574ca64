"""The chart keeps some hundred points, spread over all versions; intervals are kept longer."""

from itertools import pairwise

import pytest

from analysis.reports import figure_history as points
from analysis.reports.figure_history import MAX_POINTS, NEWEST, add_point, thin_points
from annotation.models import AgreementState, Campaign, CampaignReport, FigurePoint
from tasks.fold import fold_all
from tasks.reconcile import reconcile_campaign
from tasks.reports import make_reports
from tests.helpers.factories import judge_all_at_random

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


def make_points(campaign: Campaign, versions: range, *, intervals: bool = False) -> None:
    FigurePoint.objects.bulk_create(
        FigurePoint(
            campaign=campaign,
            version=version,
            judgments=version,
            figures={},
            intervals={"alpha": {}} if intervals else None,
        )
        for version in versions
    )


def versions_of(campaign: Campaign) -> list[int]:
    return list(FigurePoint.objects.filter(campaign=campaign).values_list("version", flat=True))


def test_what_is_left_is_little_even_and_newest_last(flat: Campaign, nested: Campaign) -> None:
    make_points(flat, range(1, 5001))
    make_points(nested, range(1, 11))
    thin_points(flat.pk, 5000)
    left = versions_of(flat)
    assert left[-NEWEST:] == list(range(5000 - NEWEST + 1, 5001))
    assert len(left) <= MAX_POINTS + NEWEST + 2
    assert max(after - before for before, after in pairwise(left)) <= 64
    assert versions_of(nested) == list(range(1, 11))


@pytest.mark.quick
def test_few_points_all_stay(flat: Campaign) -> None:
    make_points(flat, range(1, MAX_POINTS + 1))
    thin_points(flat.pk, MAX_POINTS)
    assert len(versions_of(flat)) == MAX_POINTS


def test_points_with_intervals_are_thinned_by_themselves(flat: Campaign) -> None:
    make_points(flat, range(1, 5001, 2))
    make_points(flat, range(2, 5001, 500), intervals=True)
    make_points(flat, range(4, 5001, 4), intervals=True)
    thin_points(flat.pk, 5000)
    banded = FigurePoint.objects.filter(campaign=flat, intervals__isnull=False)
    assert MAX_POINTS / 2 < banded.count() <= MAX_POINTS + NEWEST
    assert FigurePoint.objects.filter(intervals__isnull=True).count() <= MAX_POINTS + NEWEST


def test_a_campaign_folded_for_long_keeps_some_hundreds(
    flat: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fold version by version, as in production."""
    monkeypatch.setattr(points, "MAX_POINTS", 8)
    monkeypatch.setattr(points, "NEWEST", 4)
    state = AgreementState.objects.get(campaign=flat)
    for version in range(1, 501):
        state.version = state.judgments = version
        add_point(state)
        assert len(versions_of(flat)) <= 8 + 2 * 4 + 1
    left = versions_of(flat)
    assert left[-4:] == [497, 498, 499, 500]
    assert sum(version <= 250 for version in left) >= 3


def test_intervals_stay_with_the_version_that_they_are_of(flat: Campaign) -> None:
    for seed in (1, 2):
        judge_all_at_random(flat, workers=2, seed=seed)
        fold_all(flat.pk)
        if seed == 1:
            make_reports(flat.pk)
    first, second = FigurePoint.objects.filter(campaign=flat)
    report = CampaignReport.objects.get(campaign=flat, kind="intervals")
    assert (report.version, first.intervals, second.intervals) == (1, report.results, None)


def test_what_was_mended_has_its_point(flat: Campaign) -> None:
    judge_all_at_random(flat, workers=2, seed=1)
    fold_all(flat.pk)
    AgreementState.objects.update(figures={})
    assert reconcile_campaign(flat.pk).differing == ["figures"]
    assert versions_of(flat) == [1, 2]
