"""All code locks in one order: enrolment, assignment, a HIT's decision, campaign, HIT; a dataset
before its campaigns. So there are no deadlocks, and no transaction locks more than it changes."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connections, transaction
from django.db.models.functions import Now

from annotation.models import Assignment, Dataset, Snapshot
from annotation.services.campaigns.campaigns import close_campaign, extend_redundancy
from annotation.services.errors import Conflict
from annotation.services.jobs.jobs import discard_job, restore_job
from annotation.services.snapshots.publishing import publish_snapshot
from annotation.services.snapshots.snapshots import ask_for_snapshot
from annotation.services.work.claim import claim_hit
from annotation.services.work.missing_judgments import DECISION_LOCKS, lock_decision
from annotation.services.work.release import expire_overdue
from annotation.services.work.worker_state import lock_worker_state
from tests.helpers.factories import enrol, make_campaign, make_user, run_out, submit
from tests.helpers.pairs import YES, make_pair_campaign, make_pairs
from tests.helpers.queries import run_sql
from tests.helpers.stored_snapshots import stored_snapshot

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]

WAITING = "SELECT count(*) FROM pg_locks WHERE NOT granted"


@pytest.fixture
def other_tab() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as pool:
        yield pool
        pool.submit(connections.close_all)


def until_waiting(working: Future[Any]) -> None:
    """Wait until the other side waits for a lock, or needed none."""
    deadline = time.monotonic() + 10
    while not working.done() and time.monotonic() < deadline:
        if run_sql(WAITING)[0][0]:
            return
        threading.Event().wait(0.01)


def lock_until_waiting(
    lock: Callable[[], object], other_tab: ThreadPoolExecutor, other: Callable[[], object]
) -> Future[object]:
    """Run `lock` within a transaction that lasts until `other` waits for it."""
    with transaction.atomic():
        lock()
        working = other_tab.submit(other)
        until_waiting(working)
    return working


def test_a_submit_does_not_wait_while_redundancy_is_extended(other_tab: ThreadPoolExecutor) -> None:
    campaign = make_campaign()
    enrolment = enrol(campaign)
    assignment = claim_hit(enrolment_id=enrolment.pk)
    with transaction.atomic():
        extend_redundancy(campaign=campaign, user=None, redundancy=9)
        receipt = other_tab.submit(submit, enrolment, assignment).result(30)
    assert receipt.counts


def test_a_workers_claim_and_submit_do_not_wait_for_another(other_tab: ThreadPoolExecutor) -> None:
    enrolment = enrol(make_campaign())
    assignment = claim_hit(enrolment_id=enrolment.pk)
    run_out(assignment)
    with transaction.atomic():
        lock_worker_state(enrolment.pk)
        submitting = other_tab.submit(submit, enrolment, assignment)
        until_waiting(submitting)
        assert claim_hit(enrolment_id=enrolment.pk) == assignment
    assert submitting.result(30).counts


def test_a_claim_never_assigns_a_hit_that_just_expires(other_tab: ThreadPoolExecutor) -> None:
    enrolment = enrol(make_campaign())
    assignment = claim_hit(enrolment_id=enrolment.pk)
    run_out(assignment)
    claiming = lock_until_waiting(
        expire_overdue, other_tab, lambda: claim_hit(enrolment_id=enrolment.pk)
    )
    handed_out = claiming.result(30)
    assert isinstance(handed_out, Assignment)
    assert handed_out != assignment
    handed_out.refresh_from_db()
    assert handed_out.status == Assignment.Status.OPEN


def test_slots_come_back_without_waiting_for_who_decides(other_tab: ThreadPoolExecutor) -> None:
    """One claim may take back many slots, so it already has the campaign's lock when it comes to
    the second."""
    campaign = make_pair_campaign(make_pairs(2), redundancy=1, most_judgments=3)
    leases = [claim_hit(enrolment_id=enrol(campaign).pk) for _ in range(2)]
    for lease in leases:
        run_out(lease)
    with transaction.atomic():
        lock_decision([lease.hit_id for lease in leases])
        assert other_tab.submit(expire_overdue).result(30) == 2


def test_whoever_decides_on_very_many_leaves_the_database_room_for_locks() -> None:
    """PostgreSQL has some thousand locks for all sessions together."""
    with transaction.atomic():
        lock_decision(range(1, 100_000))
        [[locks]] = run_sql("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'")
        assert locks <= DECISION_LOCKS


def test_two_who_judge_one_pair_at_once_decide_in_turn(other_tab: ThreadPoolExecutor) -> None:
    campaign = make_pair_campaign(make_pairs(1), redundancy=2, most_judgments=3)
    first, second = enrol(campaign), enrol(campaign)
    leases = [claim_hit(enrolment_id=one.pk) for one in (first, second)]
    submitting = lock_until_waiting(
        lambda: submit(first, leases[0], {"answer": YES}),
        other_tab,
        lambda: submit(second, leases[1], {"answer": 1 - YES}),
    )
    submitting.result(30)
    leases[0].hit.refresh_from_db()
    assert leases[0].hit.quota == 3


@pytest.mark.quick
def test_what_is_published_meanwhile_is_not_discarded(other_tab: ThreadPoolExecutor) -> None:
    campaign = make_campaign()
    user = campaign.dataset.project.memberships.get().user
    close_campaign(campaign=campaign, user=user)
    snapshot = stored_snapshot(campaign, **{"manifest.json": b"{}", "signature.json": b"{}"})
    discarding = lock_until_waiting(
        lambda: publish_snapshot(snapshot=snapshot, user=user, authors="Ada Brandt"),
        other_tab,
        lambda: discard_job(job=snapshot, user=user),
    )
    with pytest.raises(Conflict, match="public address"):
        discarding.result(30)


def test_what_is_brought_back_while_it_is_cleared_is_gone(other_tab: ThreadPoolExecutor) -> None:
    campaign, user = make_campaign(), make_user()
    stopped = ask_for_snapshot(campaign=campaign, user=user)
    discard_job(job=stopped, user=user)
    Snapshot.objects.update(beat_at=Now() - timedelta(days=2))
    with transaction.atomic():
        Dataset.objects.select_for_update().get(pk=campaign.dataset_id)
        restoring = other_tab.submit(restore_job, job=stopped, user=user)
        until_waiting(restoring)
        ask_for_snapshot(campaign=campaign, user=user)
    with pytest.raises(Conflict, match="is deleted"):
        restoring.result(30)
