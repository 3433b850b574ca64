"""Serving: the order, the quota, when none is left; and leases that are returned or taken back."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial

import pytest
from django.db import connections, transaction
from django.db.models.functions import Now

from annotation.models import HIT, Assignment, AuditEvent, Campaign, Judgment
from annotation.services.campaigns.campaigns import (
    close_campaign,
    extend_redundancy,
    launch_campaign,
    pause_campaign,
    resume_campaign,
)
from annotation.services.errors import NothingLeft, NotServing, Stopped
from annotation.services.work.claim import claim_hit
from annotation.services.work.quality import restore_worker, stop_worker
from annotation.services.work.release import expire_overdue, free_lease, return_hit
from tests.helpers.factories import (
    at_once,
    enrol,
    judge_many,
    judge_next,
    make_campaign,
    make_user,
    numbered_texts,
    run_out,
    submit,
)
from tests.helpers.invariants import check_serving
from tests.helpers.queries import assert_queries
from tests.helpers.refusals import check_not_served
from tests.services.known import make_known
from tests.services.test_allocation import walked
from tests.services.test_lock_order import until_waiting


def order_of(campaign: Campaign) -> list[str]:
    return list(HIT.objects.filter(campaign=campaign).values_list("item__text", flat=True))


def test_all_workers_go_through_one_shuffled_order() -> None:
    texts = numbered_texts(20)
    campaign = make_campaign(texts=texts, redundancy=3)
    assert order_of(campaign) != texts
    assert sorted(order_of(campaign)) == sorted(texts)
    for _ in range(3):
        assert walked(enrol(campaign)) == list(range(1, 21))
    check_serving(campaign)


def test_the_order_depends_on_the_seed_alone() -> None:
    campaigns = []
    for seed in (1, 1, 2):
        campaign = make_campaign(texts=20, launch=False)
        Campaign.objects.filter(pk=campaign.pk).update(seed=seed)
        campaigns.append(launch_campaign(campaign=campaign, user=None))
    assert order_of(campaigns[0]) == order_of(campaigns[1]) != order_of(campaigns[2])


def test_a_started_hit_is_finished_before_another_is_begun() -> None:
    campaign = make_campaign(texts=5, redundancy=2)
    given = [claim_hit(enrolment_id=enrol(campaign).pk).hit.position for _ in range(4)]
    assert given == [1, 1, 2, 2]


def test_claiming_again_answers_the_open_assignment() -> None:
    enrolment = enrol(make_campaign())
    assert claim_hit(enrolment_id=enrolment.pk) == claim_hit(enrolment_id=enrolment.pk)
    assert Assignment.objects.count() == 1


def test_an_overdue_lease_that_nobody_swept_is_renewed_for_its_worker() -> None:
    enrolment = enrol(make_campaign(seconds_allotted=600))
    assignment = claim_hit(enrolment_id=enrolment.pk)
    run_out(assignment)
    assert claim_hit(enrolment_id=enrolment.pk) == assignment
    assert expire_overdue() == 0


def test_a_returned_slot_is_offered_before_new_hits_and_not_to_them_again() -> None:
    campaign = make_campaign(texts=5, redundancy=1)
    first, second = enrol(campaign), enrol(campaign)
    returned = claim_hit(enrolment_id=first.pk)
    assert claim_hit(enrolment_id=second.pk).hit.position == 2
    return_hit(enrolment=first, assignment_id=returned.pk)
    assert walked(second) == [2, 1, 3, 4, 5]
    assert walked(first) == []
    check_serving(campaign)


def test_an_expired_slot_is_offered_again() -> None:
    campaign = make_campaign(texts=3, redundancy=1)
    run_out(claim_hit(enrolment_id=enrol(campaign).pk))
    assert expire_overdue() == 1
    assert expire_overdue() == 0
    assert walked(enrol(campaign)) == [1, 2, 3]
    check_serving(campaign)


@pytest.mark.fault(16)
def test_leases_are_reclaimed_even_when_nobody_sweeps() -> None:
    campaign = make_campaign(texts=1, redundancy=1)
    second = enrol(campaign)
    taken = claim_hit(enrolment_id=enrol(campaign).pk)
    check_not_served(second)
    run_out(taken)
    assert walked(second) == [1]


@pytest.mark.fault(8)
def test_extended_redundancy_offers_full_hits_before_new_ones() -> None:
    campaign = make_campaign(texts=4, redundancy=1)
    first, second = enrol(campaign), enrol(campaign)
    judge_many(first, 2)
    extend_redundancy(campaign=campaign, user=make_user(), redundancy=2)
    assert walked(second) == [1, 2, 3, 4]
    assert walked(first) == [3, 4]
    check_not_served(first)
    check_serving(campaign)


def test_whoever_had_nothing_left_is_served_when_something_reopens() -> None:
    campaign = make_campaign(texts=2, redundancy=1)
    first, second, third = enrol(campaign), enrol(campaign), enrol(campaign)
    assignment = claim_hit(enrolment_id=first.pk)
    judge_next(second)
    assert walked(third) == []
    third.refresh_from_db()
    assert third.nothing_left_at == 0
    return_hit(enrolment=first, assignment_id=assignment.pk)
    assert walked(third) == [assignment.hit.position]


def test_nothing_left_needs_no_search() -> None:
    campaign = make_campaign(texts=3, redundancy=1)
    enrolment = enrol(campaign)
    assert walked(enrolment) == [1, 2, 3]
    with assert_queries(7), pytest.raises(NothingLeft):
        claim_hit(enrolment_id=enrolment.pk)


@pytest.mark.fault(8)
def test_a_paused_or_closed_campaign_hands_out_nothing_and_takes_what_is_open() -> None:
    campaign = make_campaign(texts=3, redundancy=2)
    user, holder, other = make_user(), enrol(campaign), enrol(campaign)
    assignment = claim_hit(enrolment_id=holder.pk)
    for stop in (pause_campaign, close_campaign):
        stop(campaign=campaign, user=user)
        check_not_served(other, NotServing)
    assert submit(holder, assignment).counts
    resume_campaign(campaign=campaign, user=user)
    assert claim_hit(enrolment_id=other.pk).hit.position == 1


def test_stopping_offers_what_was_leased_to_others_at_once() -> None:
    campaign, user = make_campaign(texts=["a b c"], redundancy=1), make_user()
    gone, next_one = enrol(campaign), enrol(campaign)
    assignment = claim_hit(enrolment_id=gone.pk)
    check_not_served(next_one)
    stop_worker(enrolment=gone, user=user)
    assignment.refresh_from_db()
    assert assignment.status == Assignment.Status.RELEASED
    assert claim_hit(enrolment_id=next_one.pk).hit_id == assignment.hit_id
    event = AuditEvent.objects.get(verb="hit.released")
    assert (event.object_id, event.user, event.worker_id) == (assignment.pk, user, gone.worker_id)
    check_not_served(gone, Stopped, "counts if no one else has received it")
    check_serving(campaign)


@pytest.mark.long
def test_what_is_still_submitted_is_stored_and_counts_where_the_slot_is_free() -> None:
    campaign = make_campaign(texts=["a b c", "d e f"], redundancy=1)
    first, second = enrol(campaign), enrol(campaign)
    leases = [claim_hit(enrolment_id=one.pk) for one in (first, second)]
    for one in (first, second):
        stop_worker(enrolment=one, user=make_user())
    other = enrol(campaign)
    taken = claim_hit(enrolment_id=other.pk)
    receipts = {
        lease.hit_id: submit(one, lease) for one, lease in zip((first, second), leases, strict=True)
    }
    assert all(receipt.late for receipt in receipts.values())
    found = {hit: receipt.counts for hit, receipt in receipts.items()}
    assert found == {lease.hit_id: lease.hit_id != taken.hit_id for lease in leases}
    assert Judgment.objects.count() == 2
    check_serving(campaign)


def test_a_known_hit_has_no_slot_to_come_back_and_nothing_leased_is_no_trouble() -> None:
    campaign = make_known(pairs=3, known=2, known_every=None, training_hits=2)
    worker = enrol(campaign)
    assignment = claim_hit(enrolment_id=worker.pk)
    before = HIT.objects.get(pk=assignment.hit_id)
    assert free_lease(enrolment=worker, user=None)
    assert not free_lease(enrolment=worker, user=None)
    after = HIT.objects.get(pk=assignment.hit_id)
    assert (after.taken, after.quota, after.reopened) == (0, 0, before.reopened)
    check_serving(campaign)


@pytest.mark.long
def test_restoring_hands_out_something_else() -> None:
    campaign, user = make_campaign(texts=["a b c", "d e f"], redundancy=1), make_user()
    worker = enrol(campaign)
    assignment = claim_hit(enrolment_id=worker.pk)
    stop_worker(enrolment=worker, user=user)
    restore_worker(enrolment=worker, user=user)
    assert claim_hit(enrolment_id=worker.pk).hit_id != assignment.hit_id
    check_serving(campaign)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("ending", ["return", "expire", "submit"])
def test_stopping_while_the_lease_ends_otherwise_frees_it_once(ending: str) -> None:
    campaign, user = make_campaign(redundancy=2), make_user()
    worker = enrol(campaign)
    assignment = claim_hit(enrolment_id=worker.pk)
    run_out(assignment)
    end: dict[str, Callable[[], object]] = {
        "return": partial(return_hit, enrolment=worker, assignment_id=assignment.pk),
        "expire": expire_overdue,
        "submit": partial(submit, worker, assignment),
    }
    with ThreadPoolExecutor(1) as other_tab:
        with transaction.atomic():
            end[ending]()
            stopping = other_tab.submit(stop_worker, enrolment=worker, user=user)
            until_waiting(stopping)
        assert stopping.result(30).stopped_at is not None
        other_tab.submit(connections.close_all).result()
    assignment.refresh_from_db()
    assert assignment.status != Assignment.Status.RELEASED
    check_serving(campaign)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_stops_returns_and_expiries_at_once_wait_for_each_other_in_no_ring() -> None:
    campaign, user = make_campaign(redundancy=9), make_user()
    workers = [enrol(campaign) for _ in range(8)]
    assignments = [claim_hit(enrolment_id=worker.pk) for worker in workers]
    Assignment.objects.update(expires_at=Now() - timedelta(seconds=1))
    jobs: list[Callable[[], object]] = [expire_overdue for _ in workers]
    jobs += [partial(stop_worker, enrolment=worker, user=user) for worker in workers]
    jobs += [
        partial(return_hit, enrolment=worker, assignment_id=lease.pk)
        for worker, lease in zip(workers, assignments, strict=True)
    ]
    results = at_once(jobs, threads=8)
    assert not [result for result in results if isinstance(result, Exception)], results
    assert not Assignment.objects.filter(status=Assignment.Status.OPEN).exists()
    check_serving(campaign)
