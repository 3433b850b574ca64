"""Leases of stopped workers are taken back: served again, and never lost."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial

import pytest
from django.db import connections, transaction
from django.db.models.functions import Now

from annotation.models import HIT, Assignment, AuditEvent, Judgment
from annotation.services.errors import NothingLeft, Stopped
from annotation.services.work.claim import claim_hit
from annotation.services.work.quality import restore_worker, stop_worker
from annotation.services.work.release import expire_overdue, free_lease, return_hit
from tests.helpers.factories import at_once, enrol, make_campaign, make_user, submit
from tests.helpers.invariants import check_serving
from tests.services.known import make_known
from tests.services.test_lock_order import until_waiting


def test_stopping_offers_what_was_leased_to_others_at_once() -> None:
    campaign, user = make_campaign(texts=["a b c"], redundancy=1), make_user()
    gone, next_one = enrol(campaign), enrol(campaign)
    assignment = claim_hit(enrolment_id=gone.pk)
    with pytest.raises(NothingLeft):
        claim_hit(enrolment_id=next_one.pk)
    stop_worker(enrolment=gone, user=user)
    assignment.refresh_from_db()
    assert assignment.status == Assignment.Status.RELEASED
    assert claim_hit(enrolment_id=next_one.pk).hit_id == assignment.hit_id
    event = AuditEvent.objects.get(verb="hit.released")
    assert (event.object_id, event.user, event.worker_id) == (assignment.pk, user, gone.worker_id)
    with pytest.raises(Stopped, match="counts if no one else has received it"):
        claim_hit(enrolment_id=gone.pk)
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
    assert {hit: receipt.counts for hit, receipt in receipts.items()} == {
        lease.hit_id: lease.hit_id != taken.hit_id for lease in leases
    }
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
    Assignment.objects.filter(pk=assignment.pk).update(expires_at=Now() - timedelta(seconds=1))
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
