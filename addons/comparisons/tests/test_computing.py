"""Comparisons follow their campaigns: updated on changes or on request, from one moment; their
figures equal those of the command on the exported files."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from addons.comparisons import tasks
from addons.comparisons.models import REVISION, Comparison
from addons.comparisons.services import due
from addons.comparisons.services.comparisons import ask_for_comparison, delete_comparison
from addons.comparisons.services.due import due_comparisons
from addons.comparisons.tasks import comparison, make_comparison
from addons.comparisons.tests.compared import by_command, request_comparison
from annotation.models import Campaign, Item
from annotation.services.jobs.kinds import Lane
from tasks.fold import fold_all
from tasks.leases import alone
from tasks.sweep import sweep
from tests.helpers.factories import (
    at_once,
    enrol,
    judge_all_at_random,
    judge_next,
    make_campaign,
    make_dataset,
    make_user,
)
from tests.helpers.queries import assert_queries

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
OF_EXPERTS = ("barbie dress up games", "apply first aid course on line", "red wine stain")


@pytest.fixture
def gold(flat: Campaign) -> Campaign:
    """Make a gold campaign in another dataset of the project that shares two texts, one of them
    reworded."""
    dataset = make_dataset(OF_EXPERTS, flat.dataset.project)
    Item.objects.filter(dataset=dataset, position=1).update(
        content={"tokens": ["barbie", "dressup", "games"]}
    )
    return make_campaign(dataset, redundancy=10)


@pytest.fixture
def gold_nested(gold: Campaign) -> Campaign:
    return make_campaign(gold.dataset, scheme="nested", redundancy=10)


def judged(campaign: Campaign, seed: int) -> Campaign:
    judge_all_at_random(campaign, workers=4, seed=seed)
    fold_all(campaign.pk)
    return campaign


@pytest.fixture
def one(flat: Campaign) -> Comparison:
    """Compare two judged campaigns."""
    experts = judged(make_campaign(flat.dataset, redundancy=10), 2)
    return request_comparison(judged(flat, 1), experts)


def rested() -> None:
    Comparison.objects.update(rests_until=timezone.now() - timedelta(seconds=1))


def test_results_equal_the_command_s_on_the_exported_files(
    flat: Campaign, nested: Campaign, gold: Campaign, gold_nested: Campaign, tmp_path: Path
) -> None:
    for seed, campaign in enumerate((flat, nested, gold, gold_nested)):
        judged(campaign, seed)
    one = request_comparison(flat, gold, crowd_trees=nested, gold_trees=gold_nested)
    assert make_comparison(one.pk)
    one.refresh_from_db()
    assert one.results == by_command(one, tmp_path)
    assert one.results["texts"] == 1
    assert one.results["left_out"] == {
        "in both, with different words": 1,
        "only in the crowd's flat set": 2,
        "only in the gold flat set": 1,
    }
    assert one.results["crowd_flat_by_gold_nested"]["texts"] == 1
    assert one.results["picks"]["majority"]["mixed"]["texts"] == 1


def test_flats_alone_equal_the_command_s(flat: Campaign, tmp_path: Path) -> None:
    experts = make_campaign(flat.dataset, redundancy=10)
    judged(flat, 1)
    judged(experts, 2)
    one = request_comparison(flat, experts)
    make_comparison(one.pk)
    one.refresh_from_db()
    assert one.results == by_command(one, tmp_path)
    assert "nested" not in one.results
    assert one.results["picks"]["femn"]["crowd"]["left_out"] == {
        "The text has no nested annotation.": 4
    }


def test_what_is_not_folded_yet_takes_no_part(flat: Campaign) -> None:
    experts = judged(make_campaign(flat.dataset, redundancy=10), 2)
    judged(flat, 1)
    one = request_comparison(flat, experts)
    make_comparison(one.pk)
    before = Comparison.objects.get(pk=one.pk)
    judge_all_at_random(flat, workers=2, seed=3)
    make_comparison(one.pk)
    after = Comparison.objects.get(pk=one.pk)
    assert (after.results, after.basis) == (before.results, [1, 1, None, None, REVISION])
    fold_all(flat.pk)
    assert Comparison.objects.with_sides().get(pk=one.pk).has_moved
    make_comparison(one.pk)
    again = Comparison.objects.get(pk=one.pk)
    assert again.basis == [2, 1, None, None, REVISION]
    assert again.results != before.results


@pytest.mark.quick
def test_it_is_due_from_the_first_judgments_of_both_sides_on(flat: Campaign) -> None:
    experts = make_campaign(flat.dataset)
    one = request_comparison(flat, experts)
    judged(flat, 1)
    assert due_comparisons() == []
    judge_next(enrol(experts))
    fold_all(experts.pk)
    assert due_comparisons() == [one.pk]
    comparison(one.pk)
    rested()
    assert due_comparisons() == []


def test_it_follows_its_campaigns_and_rests_in_between(flat: Campaign, one: Comparison) -> None:
    make_comparison(one.pk)
    judged(flat, 3)
    assert due_comparisons() == []
    found = Comparison.objects.get(pk=one.pk)
    assert found.made_at is not None
    assert timedelta(seconds=29) < found.rests_until - found.made_at < timedelta(seconds=90)
    rested()
    assert due_comparisons() == [one.pk]


def test_whoever_asks_need_not_wait(one: Comparison) -> None:
    make_comparison(one.pk)
    assert due_comparisons() == []
    ask_for_comparison(comparison=one, user=make_user())
    assert due_comparisons() == [one.pk]
    comparison(one.pk)
    assert due_comparisons() == []


def test_one_that_fails_rests_also_where_somebody_requested(
    one: Comparison, monkeypatch: pytest.MonkeyPatch
) -> None:

    def fails(*_: object) -> dict[str, Any]:
        raise ZeroDivisionError

    monkeypatch.setattr(tasks, "compare_sides", fails)
    with pytest.raises(ZeroDivisionError):
        comparison(one.pk)
    assert due_comparisons() == []
    rested()
    assert due_comparisons() == [one.pk]
    ask_for_comparison(comparison=one, user=make_user())
    assert due_comparisons() == [one.pk]


def test_large_campaigns_are_compared_when_somebody_asks(
    flat: Campaign, one: Comparison, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(due, "MAX_JUDGMENTS", 5)
    assert due_comparisons() == [one.pk]
    make_comparison(one.pk)
    judged(flat, 3)
    rested()
    assert due_comparisons() == []
    ask_for_comparison(comparison=one, user=make_user())
    assert due_comparisons() == [one.pk]


def test_not_while_a_report_is_made_and_not_once_it_is_deleted(one: Comparison) -> None:
    with alone("another", Lane.COMPUTING):
        assert at_once([lambda: comparison(one.pk)], threads=1) == [False]
    assert Comparison.objects.get(pk=one.pk).made_at is None
    delete_comparison(comparison=one, user=make_user())
    assert due_comparisons() == []
    assert not make_comparison(one.pk)


def test_the_sweep_starts_what_is_due(flat: Campaign, eager: None) -> None:
    experts = make_campaign(flat.dataset, redundancy=10)
    for seed, campaign in enumerate((flat, experts)):
        judge_all_at_random(campaign, workers=2, seed=seed)
    one = request_comparison(flat, experts)
    sweep()
    found = Comparison.objects.get(pk=one.pk)
    assert found.basis == [1, 1, None, None, REVISION]
    assert found.results["texts"] == 4


def test_queries_do_not_grow_with_the_comparisons(flat: Campaign) -> None:
    experts = judged(make_campaign(flat.dataset, redundancy=10), 2)
    judged(flat, 1)
    for number in range(3):
        request_comparison(flat, experts, f"Comparison {number}")
        with assert_queries(1):
            assert len(due_comparisons()) == number + 1
