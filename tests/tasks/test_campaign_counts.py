"""The counts of a large campaign are stored, and what came later is added when they are shown."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connections
from django.db.models import F
from django.utils import timezone

from annotation.models import HIT, Assignment, Campaign, CampaignReport, Judgment
from annotation.services.campaigns.campaigns import extend_redundancy
from annotation.services.progress import campaign_counts
from annotation.services.progress.campaign_counts import (
    counts_to_store,
    outdate_counts,
    slots_of,
    throughput,
)
from annotation.services.progress.throughput import MAX_BUCKETS, Bucket
from annotation.services.work.claim import claim_hit
from annotation.services.work.exclusion import exclude_worker
from annotation.services.work.missing_judgments import lock_decision
from annotation.services.work.quality import stop_worker
from annotation.services.work.release import expire_overdue
from annotation.services.work.requeue import ask_again
from annotation.services.work.review import review_judgment
from tasks.campaign_counts import count_campaign, due_counts, store_counts
from tasks.fold import fold_all
from tasks.reports import due_campaigns, make_reports
from tasks.sweep import sweep
from tests.helpers.factories import (
    at_once,
    enrol,
    judge_all_at_random,
    make_user,
    run_out,
    submit,
)
from tests.helpers.pairs import YES, answer
from tests.services.known import claim_next_unknown, make_known
from tests.services.test_lock_order import lock_until_waiting

pytestmark = pytest.mark.django_db(transaction=True)

ALL = 10**9


@pytest.fixture
def large(flat: Campaign, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    """A campaign that counts as large, with judgments of the last two days."""
    monkeypatch.setattr(campaign_counts, "MOST_COUNTED_LIVE", flat.planned - 1)
    more(flat, workers=2, hours_ago=50)
    more(flat, workers=1, hours_ago=1)
    return flat


def more(campaign: Campaign, *, workers: int, hours_ago: int) -> None:
    known = list(Judgment.objects.values_list("pk", flat=True))
    judge_all_at_random(campaign, workers=workers, seed=len(known))
    new = Judgment.objects.exclude(pk__in=known)
    new.update(submitted_at=F("submitted_at") - timedelta(hours=hours_ago))
    fold_all(campaign.pk)


def forget_earlier(campaign: Campaign) -> None:
    """Delete all judgments but the first and the last, so that who counts them again sees it."""
    first, *_, last = campaign.judgments.order_by("submitted_at").values_list("pk", flat=True)
    campaign.judgments.exclude(pk__in=(first, last)).delete()


def counted_live(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> Sequence[Bucket]:
    with monkeypatch.context() as patch:
        patch.setattr(campaign_counts, "MOST_COUNTED_LIVE", ALL)
        return throughput(campaign)


def rested() -> None:
    CampaignReport.objects.update(rests_until=timezone.now() - timedelta(seconds=1))


def test_what_came_later_is_added(large: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    store_counts(large.pk)
    forget_earlier(large)
    more(large, workers=2, hours_ago=0)
    newest = large.judgments.order_by("pk").last()
    assert newest
    Judgment.objects.filter(pk=newest.pk).update(review="rejected", counts=False)
    found = throughput(large)
    assert (found[-1].so_far, found[-1].paid_so_far) == (20, 19)
    assert [one.judgments for one in found if one.judgments] in ([8, 4, 8], [8, 12])
    assert len(found) <= MAX_BUCKETS


def test_stored_counts_are_those_that_a_page_would_count(
    large: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected, slots = counted_live(large, monkeypatch), slots_of(large)
    store_counts(large.pk)
    assert throughput(large) == expected
    assert slots_of(large) == slots


def test_what_was_counted_is_not_counted_again(large: Campaign) -> None:
    store_counts(large.pk)
    before = throughput(large)
    forget_earlier(large)
    assert throughput(large) == before
    HIT.objects.filter(campaign=large).update(quota=F("quota") + 1)
    assert slots_of(large).asked == 40
    store_counts(large.pk)
    assert slots_of(large).asked == 44
    assert throughput(large)[-1].so_far == 2


def test_more_requested_judgments_are_shown_at_once(large: Campaign) -> None:
    store_counts(large.pk)
    extend_redundancy(campaign=large, redundancy=12, user=make_user("who asks"))
    large.refresh_from_db()
    assert slots_of(large).asked == large.planned == 48


@pytest.fixture
def reject(large: Campaign) -> Callable[[], object]:
    """Let a researcher reject a judgment that is in no figure, so that only its pay changes."""
    user = make_user("who rejects")
    enrolment = large.enrolments.order_by("pk")[0]
    exclude_worker(enrolment=enrolment, user=user, reason="guesses")
    fold_all(large.pk)
    rejected = large.judgments.filter(assignment__enrolment=enrolment).order_by("pk")[0]
    return partial(
        review_judgment, judgment=rejected, review="rejected", reason="guesses", user=user
    )


def test_a_review_that_changes_only_pay_makes_counts_due(
    large: Campaign, reject: Callable[[], object]
) -> None:
    store_counts(large.pk)
    rested()
    assert due_counts() == []
    reject()
    assert due_counts() == [large.pk]


@pytest.mark.parametrize("counted_before", [False, True])
def test_a_review_during_a_count_makes_another_due(
    large: Campaign,
    reject: Callable[[], object],
    counted_before: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if counted_before:
        store_counts(large.pk)

    def count_and_reject(campaign: Campaign) -> dict[str, Any]:
        found = counts_to_store(campaign)
        at_once([reject], threads=1)
        return found

    with monkeypatch.context() as patch:
        patch.setattr("tasks.campaign_counts.counts_to_store", count_and_reject)
        store_counts(large.pk)
    rested()
    assert due_counts() == [large.pk]
    store_counts(large.pk)
    assert throughput(large) == counted_live(large, monkeypatch)
    rested()
    assert due_counts() == []


def test_the_first_count_waits_for_a_review_that_is_under_way(
    large: Campaign, reject: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    with ThreadPoolExecutor(1) as other:
        lock_until_waiting(reject, other, partial(store_counts, large.pk)).result(30)
        other.submit(connections.close_all)
    assert throughput(large) == counted_live(large, monkeypatch)
    rested()
    assert due_counts() == []


def test_before_the_first_count_a_mark_is_no_count(
    large: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    outdate_counts(large)
    assert throughput(large) == counted_live(large, monkeypatch)
    assert slots_of(large).asked == 40
    assert due_counts() == [large.pk]


def counted(campaign: Campaign) -> int:
    """Store the counts, and return how many judgments they say are requested."""
    fold_all(campaign.pk)
    store_counts(campaign.pk)
    rested()
    assert due_counts() == []
    return slots_of(campaign).asked


def recounted(campaign: Campaign) -> int:
    """Return the same after a change that makes them due without a fold."""
    assert not Judgment.objects.unfolded().exists()
    assert due_counts() == [campaign.pk]
    store_counts(campaign.pk)
    return slots_of(campaign).asked


def hold_a_replacement(campaign: Campaign) -> Assignment:
    """Return a lease on the HIT of a rejected judgment, which is then restored."""
    more(campaign, workers=campaign.redundancy - 3, hours_ago=0)
    judgment = campaign.judgments.order_by("pk")[0]
    user = make_user("who changes their mind")
    review_judgment(judgment=judgment, review="rejected", reason="blank", user=user)
    lease = claim_hit(enrolment_id=enrol(campaign).pk)
    review_judgment(judgment=judgment, review="", user=user)
    return lease


def test_a_slot_that_comes_back_unneeded_makes_counts_due(large: Campaign) -> None:
    lease = hold_a_replacement(large)
    assert counted(large) == 41
    run_out(lease)
    assert expire_overdue() == 1
    assert recounted(large) == 40


def test_a_slot_that_comes_back_while_somebody_decides_makes_counts_due(large: Campaign) -> None:
    lease = hold_a_replacement(large)
    assert counted(large) == 41
    run_out(lease)
    with ThreadPoolExecutor(1) as other:
        deciding = partial(lock_decision, [lease.hit_id])
        assert lock_until_waiting(deciding, other, expire_overdue).result(30) == 1
        other.submit(connections.close_all)
    assert recounted(large) == 40


def test_judgments_requested_again_make_counts_due(large: Campaign) -> None:
    more(large, workers=7, hours_ago=0)
    Judgment.objects.filter(hit=large.hits.earliest("pk")).update(counts=False)
    assert counted(large) == 40
    assert ask_again(campaign=large) == 10
    assert recounted(large) == 50


def test_an_answer_of_a_stopped_worker_makes_counts_due(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign_counts, "MOST_COUNTED_LIVE", 0)
    campaign = make_known(leave_out_failed=True, pass_share="0.75", pass_after=1)
    other, worker = enrol(campaign), enrol(campaign)
    for _ in range(2):
        answer(other, YES)
    lease = worker.assignments.get(hit=claim_next_unknown(worker))
    stop_worker(enrolment=worker, user=make_user())
    asked = counted(campaign)
    submit(worker, lease, {"answer": YES})
    assert recounted(campaign) == asked + 1


def test_a_submission_that_is_committed_late_is_counted(large: Campaign) -> None:
    store_counts(large.pk)
    before = throughput(large)[-1].so_far
    late = large.judgments.order_by("submitted_at").first()
    assert late
    at = timezone.now() - timedelta(seconds=100)
    Judgment.objects.filter(pk=late.pk).update(submitted_at=at)
    assert throughput(large)[-1].so_far == before + 1


def test_a_campaign_that_outgrew_its_buckets_is_counted_anew(
    large: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    large.judgments.filter(submitted_at__lt=timezone.now() - timedelta(hours=49)).delete()
    store_counts(large.pk)
    more(large, workers=1, hours_ago=0)
    assert throughput(large) == counted_live(large, monkeypatch)
    assert throughput(large)[-1].so_far == 8


def test_counts_are_due_after_a_fold_and_a_rest(large: Campaign) -> None:
    assert due_counts() == [large.pk]
    assert count_campaign(large.pk)
    assert due_counts() == []
    more(large, workers=1, hours_ago=0)
    assert due_counts() == []
    assert not count_campaign(large.pk)
    rested()
    assert due_counts() == [large.pk]


def test_other_reports_do_not_wait_for_counts(large: Campaign) -> None:
    store_counts(large.pk)
    assert due_campaigns() == [large.pk]
    make_reports(large.pk)
    rested()
    assert due_campaigns() == []


def test_a_small_campaign_is_counted_when_its_page_is_shown(flat: Campaign) -> None:
    more(flat, workers=3, hours_ago=2)
    assert due_counts() == []
    assert slots_of(flat).asked == 40
    assert throughput(flat)[-1].so_far == 12


def test_before_the_first_judgment(flat: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign_counts, "MOST_COUNTED_LIVE", 0)
    more(flat, workers=1, hours_ago=0)
    flat.judgments.all().delete()
    store_counts(flat.pk)
    assert throughput(flat) == []
    assert slots_of(flat).asked == 40


def test_the_sweep_asks_for_counts(large: Campaign, sent: list[tuple[str | int, ...]]) -> None:
    sweep()
    assert ("tasks.count_campaign", large.pk) in sent
