"""Folds: figures follow the rows exactly once, in any order and in reverse; one message folds once;
a fold locks nothing that a worker waits for."""

import threading
from functools import partial
from types import SimpleNamespace

import pytest
from django.db import connection, transaction

from analysis.reading.judgment_rows import Row, rows_of_hits
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
from tasks.fold import fold, fold_all, lock_states, mark_folded
from tasks.sweep import sweep
from tests.helpers.factories import at_once, enrol, judge_all_at_random, judge_next, make_user
from tests.helpers.invariants import check_figures, check_serving
from tests.helpers.queries import until_somebody_waits

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


@pytest.mark.fault(13)
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


def test_a_message_about_a_deleted_campaign_is_no_failure() -> None:
    assert fold(0) is True


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


@pytest.mark.fault(17)
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


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Collect the campaigns that the task sends to the end of the queue."""
    queue: list[int] = []
    monkeypatch.setattr(folding, "send_each", lambda task, rows: queue.extend(rows))
    return queue


def test_a_message_leaves_where_the_dataset_is_being_folded(
    flat: Campaign, nested: Campaign, sent: list[int]
) -> None:
    judge_all_at_random(flat, workers=1, seed=1)
    locked, done = threading.Event(), threading.Event()

    def lock() -> None:
        with transaction.atomic():
            folding.lock_states(nested)
            locked.set()
            done.wait()
        connection.close()

    holder = threading.Thread(target=lock)
    holder.start()
    try:
        locked.wait()
        folding.fold(flat.pk)
        assert Judgment.objects.unfolded().count() == 4
        assert sent == []
    finally:
        done.set()
        holder.join()


def test_whoever_folded_looks_again_for_all_campaigns_of_the_dataset(
    flat: Campaign, nested: Campaign, sent: list[int]
) -> None:
    for campaign in (flat, nested):
        judge_all_at_random(campaign, workers=1, seed=2)
    folding.fold(flat.pk)
    assert sent == [nested.pk]
    folding.fold(nested.pk)
    assert sent == [nested.pk]
    check_figures(flat)
    check_figures(nested)
    assert AgreementState.objects.get(campaign=flat).version == 1


def test_what_is_too_much_for_one_fold_goes_to_the_end_of_the_queue(
    flat: Campaign, sent: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folding, "MAX_CONCURRENT", 3)
    judge_all_at_random(flat, workers=1, seed=3)
    folding.fold(flat.pk)
    assert sent == [flat.pk]
    folding.fold(flat.pk)
    assert sent == [flat.pk]
    check_figures(flat)


def test_submits_go_on_while_a_fold_is_under_way(flat: Campaign, nested: Campaign) -> None:
    submitted = threading.Event()

    def submit_one() -> None:
        try:
            judge_next(enrol(flat))
            submitted.set()
        finally:
            connection.close()

    working = threading.Thread(target=submit_one)
    with transaction.atomic():
        assert set(lock_states(nested)) == {flat.pk, nested.pk}
        working.start()
        assert submitted.wait(30)
    working.join()


def test_nothing_is_locked_while_a_fold_gathers(
    flat: Campaign, nested: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second of two messages for a campaign returns at once; other campaigns are folded."""
    gathering, gathered = threading.Event(), threading.Event()
    waits: list[float] = []

    def wait(seconds: float) -> None:
        waits.append(seconds)
        gathering.set()
        assert gathered.wait(30)

    def fold_one() -> None:
        try:
            fold(flat.pk)
        finally:
            connection.close()

    judge_next(enrol(flat))
    fold(flat.pk)
    judge_next(enrol(flat))
    monkeypatch.setattr(folding, "REST_SECONDS", 60.0)
    monkeypatch.setattr(folding, "time", SimpleNamespace(sleep=wait))
    working = threading.Thread(target=fold_one)
    working.start()
    try:
        assert gathering.wait(30)
        with transaction.atomic():
            assert set(lock_states(flat, wait=False)) == {flat.pk, nested.pk}
        fold(flat.pk)
        assert Judgment.objects.unfolded().count() == 1
        judge_next(enrol(flat))
    finally:
        gathered.set()
        working.join()
    assert not Judgment.objects.unfolded().exists()
    assert len(waits) == 1
    check_figures(flat)


def test_judgments_are_marked_in_the_order_in_which_reviews_and_stops_lock_them(
    flat: Campaign,
) -> None:
    """A removed judgment precedes an added one, and another transaction that locks the first wants
    both."""
    enrolment = enrol(flat)
    for _ in range(2):
        judge_next(enrolment)
    first, second = Judgment.objects.order_by("pk")
    Judgment.objects.filter(pk=first.pk).update(counts=False, folded=True)
    rows = rows_of_hits([first.hit_id, second.hit_id])

    def mark() -> None:
        try:
            with transaction.atomic():
                mark_folded(rows)
        finally:
            connection.close()

    locked = Judgment.objects.select_for_update(no_key=True, nowait=True)
    working = threading.Thread(target=mark)
    with transaction.atomic():
        locked.get(pk=first.pk)
        working.start()
        until_somebody_waits()
        locked.get(pk=second.pk)
    working.join()
    assert not Judgment.objects.unfolded().exists()
