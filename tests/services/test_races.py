"""Promises 1 to 4: real threads, real transactions, and a look at the rows afterwards."""

import random
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from functools import partial
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.db.models import F
from django.db.models.functions import Now

from annotation.models import HIT, Assignment, Campaign, Enrolment, EntailmentState, Judgment
from annotation.services.campaigns.campaigns import create_campaign, launch_campaign
from annotation.services.errors import Busy, Conflict, NothingLeft
from annotation.services.work.claim import claim_hit
from annotation.services.work.release import expire_overdue
from annotation.services.work.submit import Receipt
from tests.helpers.factories import (
    at_once,
    enrol,
    judge_next,
    make_campaign,
    make_dataset,
    run_out,
    submit,
)
from tests.helpers.invariants import check_serving
from tests.helpers.queries import run_sql, until_somebody_waits
from tests.helpers.refusals import check_not_served
from tests.helpers.tiers import by_tier

pytestmark = pytest.mark.django_db(transaction=True)


def until_served(enrolment: Enrolment) -> Receipt:
    """Claim and submit as a browser would: retry while the server is busy."""
    while True:
        try:
            return judge_next(enrolment)
        except Busy:
            continue


def served_twice(enrolment: Enrolment) -> int:
    """Return how many of two HITs a worker got, one after the other."""
    served = 0
    with suppress(NothingLeft):
        for _ in range(2):
            until_served(enrolment)
            served += 1
    return served


@pytest.mark.fault(1)
def test_many_workers_race_for_hits_of_ten_slots() -> None:
    hits, threads = by_tier(quick=(4, 12), long=(20, 50))
    campaign = make_campaign(texts=hits, redundancy=10)
    enrolments = [enrol(campaign) for _ in range(10 * hits)]
    results = at_once([partial(served_twice, one) for one in enrolments], threads=threads)
    served = [result for result in results if isinstance(result, int)]
    assert len(served) == len(enrolments)
    assert sum(served) == Judgment.objects.count() == 10 * hits
    assert set(HIT.objects.values_list("taken", flat=True)) == {10}
    check_serving(campaign)


@pytest.mark.fault(2)
def test_fifty_identical_submits_are_one_row() -> None:
    enrolment = enrol(make_campaign())
    assignment = claim_hit(enrolment_id=enrolment.pk)
    job = partial(submit, enrolment, assignment, None, uuid4())
    receipts = at_once([job] * 50, threads=25)
    assert not [result for result in receipts if isinstance(result, Exception)]
    created = [r.created for r in receipts if not isinstance(r, Exception)]
    assert (created.count(True), created.count(False)) == (1, 49)
    assert Judgment.objects.count() == 1


@pytest.mark.fault(3)
def test_submits_whose_answers_get_lost_are_a_row_each() -> None:
    """The service commits, the answer is lost on the way, the client sends the same again."""
    texts = by_tier(quick=10, long=100)
    campaign = make_campaign(texts=texts, redundancy=10)
    enrolments = [enrol(campaign) for _ in range(10)]
    luck = random.Random(3)
    lost = {worker.pk: [luck.random() < 1 / 3 for _ in range(texts)] for worker in enrolments}

    def work(enrolment: Enrolment) -> int:
        retries = 0
        for answer_is_lost in lost[enrolment.pk]:
            assignment = claim_hit(enrolment_id=enrolment.pk)
            submission_id = uuid4()
            first = submit(enrolment, assignment, submission_id=submission_id)
            if answer_is_lost:
                again = submit(enrolment, assignment, submission_id=submission_id)
                assert (again.judgment_id, again.created) == (first.judgment_id, False)
                retries += 1
        return retries

    retries = at_once([partial(work, one) for one in enrolments], threads=10)
    assert sum(r for r in retries if isinstance(r, int)) == sum(map(sum, lost.values()))
    assert Judgment.objects.count() == 10 * texts
    check_serving(campaign)


@pytest.mark.fault(4)
def test_submit_against_expiry_has_one_winner_and_loses_nothing() -> None:
    rounds = by_tier(quick=40, long=1000)
    campaign = make_campaign(texts=rounds, redundancy=1)
    enrolment = enrol(campaign)
    luck = random.Random(4)
    acknowledged = 0
    with ThreadPoolExecutor(1) as sweeper:
        for _ in range(rounds):
            assignment = claim_hit(enrolment_id=enrolment.pk)
            Assignment.objects.filter(pk=assignment.pk).update(
                expires_at=Now() + timedelta(milliseconds=luck.uniform(-5, 5))
            )
            sweep = sweeper.submit(expire_overdue)
            receipt = submit(enrolment, assignment)
            sweep.result()
            assert receipt.created
            acknowledged += 1
        sweeper.submit(close_connection).result()
    assert Judgment.objects.count() == acknowledged
    # Late submits take slots that expired and were free again, so every judgment counts.
    assert Judgment.objects.filter(counts=True).count() == rounds
    check_serving(campaign)


def close_connection() -> None:
    """Close the connection of the current thread."""
    connection.close()


def test_a_hit_that_is_locked_is_passed_over_and_found_again() -> None:
    campaign = make_campaign(texts=3, redundancy=2)
    enrolment = enrol(campaign)
    first = HIT.objects.get(campaign=campaign, position=1)
    locked, done = threading.Event(), threading.Event()

    def hold_lock() -> None:
        run_sql("BEGIN")
        run_sql("SELECT 1 FROM annotation_hit WHERE id = %s FOR UPDATE", [first.pk])
        locked.set()
        done.wait()
        run_sql("ROLLBACK")
        connection.close()

    holder = threading.Thread(target=hold_lock)
    holder.start()
    try:
        locked.wait()
        assert judge_position(enrolment) == 2
        assert judge_position(enrolment) == 3
        check_not_served(enrolment, Busy)
    finally:
        done.set()
        holder.join()
    assert judge_position(enrolment) == 1
    check_not_served(enrolment)
    assert HIT.objects.filter(taken=F("quota")).count() == 0


def judge_position(enrolment: Enrolment) -> int:
    assignment = claim_hit(enrolment_id=enrolment.pk)
    submit(enrolment, assignment)
    return assignment.hit.position


def test_of_two_campaigns_of_one_name_one_is_made() -> None:
    dataset = make_dataset(2)
    jobs = [
        lambda: create_campaign(dataset=dataset, scheme="flat", user=None, name="Same")
        for _ in range(8)
    ]
    results = at_once(jobs, threads=8)
    assert sum(isinstance(result, Campaign) for result in results) == 1
    assert sum(isinstance(result, Conflict) for result in results) == 7


@pytest.mark.long
def test_a_flat_and_a_nested_campaign_launched_at_once_are_paired() -> None:
    for _ in range(5):
        dataset = make_dataset(2)
        drafts = [
            make_campaign(dataset, scheme=scheme, launch=False) for scheme in ("flat", "nested")
        ]
        at_once(
            [partial(launch_campaign, campaign=draft, user=None) for draft in drafts], threads=2
        )
        assert EntailmentState.objects.filter(flat=drafts[0], nested=drafts[1]).count() == 1


@pytest.mark.fault(16)
def test_nobody_leaves_while_another_claim_frees_a_slot_for_them() -> None:
    campaign = make_campaign(texts=2, redundancy=1)
    gone, last = enrol(campaign), enrol(campaign)
    lease = claim_hit(enrolment_id=gone.pk)
    judge_next(last)
    run_out(lease)

    def claim() -> Assignment:
        try:
            return claim_hit(enrolment_id=last.pk)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            assert expire_overdue(campaign_id=campaign.pk) == 1
            claimed = pool.submit(claim)
            until_somebody_waits()
        assert claimed.result().hit_id == lease.hit_id
