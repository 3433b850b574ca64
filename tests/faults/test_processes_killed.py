"""Promises 9, 10, 11 and 13: whatever is killed, the figures end up equal to a recomputation; kill
-9 of the web server before the commit leaves no row, after it one; sending the same again makes it
one."""

import http.client
import random
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any
from uuid import uuid4

import psutil
import pytest
from django.db import transaction

from annotation.models import HIT, AgreementState, Assignment, Campaign, Enrolment, Judgment
from annotation.services.work.claim import claim_hit
from bench.site.client import WorkerClient
from config.celery import app as celery_app
from embedded.child import Child
from tasks.reconcile import reconcile_campaign
from tests.faults.processes import (
    Stack,
    all_folded,
    free_web_port,
    in_background,
    processes_of,
    wait_for,
)
from tests.helpers.factories import enrol, judge_all_at_random, random_vector, submit
from tests.helpers.invariants import check_figures, check_serving
from tests.helpers.queries import run_sql
from tests.helpers.tiers import by_tier

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

KILLS = by_tier(quick=2, long=20)
SHARE = by_tier(quick=100, long=200)


@pytest.mark.fault(10, 11)
def test_killing_parents_and_pool_children_loses_and_doubles_nothing(
    stack: Stack, flat: Campaign, nested: Campaign
) -> None:
    luck = random.Random(11)
    stopped = threading.Event()
    # Each kill has its share of the judgments, so that some are left for the last one.
    turns = SHARE * KILLS
    allowed = threading.Semaphore(0)

    def keep_judging() -> None:
        enrolments = [enrol(campaign) for campaign in (flat, nested) for _ in range(10)]
        for turn in range(turns):
            allowed.acquire()
            if stopped.is_set():
                return
            enrolment = enrolments[turn % len(enrolments)]
            assignment = claim_hit(enrolment_id=enrolment.pk)
            words = len(assignment.hit.item.words)
            scheme = enrolment.campaign.scheme
            submit(enrolment, assignment, {"boundaries": random_vector(scheme, words, luck)})

    judging = in_background(keep_judging)
    try:
        celery = stack.start_celery()
        for kill in range(KILLS):
            stack.wait_for_celery(1 + (kill + 1) // 2)
            folded = Judgment.objects.filter(folded=True).count()
            allowed.release(SHARE)
            wait_for(
                lambda since=folded: Judgment.objects.filter(folded=True).count() > since,  # type: ignore[misc]
                seconds=60,
                what="a fold",
            )
            parent, *pool = processes_of(celery)
            victim: psutil.Process = parent if kill % 2 == 0 or not pool else luck.choice(pool)
            victim.send_signal(signal.SIGKILL)
            if victim is parent:
                celery.process.wait(20)  # type: ignore[union-attr]
                celery = stack.start_celery()
    finally:
        stopped.set()
        allowed.release()
        judging.join()
    wait_for(all_folded, seconds=60, what="the last fold")
    for campaign in (flat, nested):
        check_figures(campaign)
        check_serving(campaign)
        assert reconcile_campaign(campaign.pk).equal


@pytest.mark.fault(13)
@pytest.mark.long
def test_every_message_three_times_and_out_of_order_gives_the_same(
    stack: Stack, flat: Campaign, nested: Campaign
) -> None:
    campaigns = (flat, nested)
    for seed, campaign in enumerate(campaigns):
        judge_all_at_random(campaign, workers=1, seed=seed)
    messages = [campaign.pk for campaign in campaigns for _ in range(60)] * 3
    random.Random(13).shuffle(messages)
    with celery_app.connection_for_write(stack.redis_url) as channel:
        for campaign_id in messages:
            celery_app.send_task("tasks.fold", args=(campaign_id,), connection=channel)
    stack.start_celery()
    wait_for(all_folded, seconds=60, what="the last fold")
    wait_for(
        lambda: stack.log("celery").count("succeeded") >= len(messages), seconds=60, what="all"
    )
    for campaign in campaigns:
        check_figures(campaign)
        assert AgreementState.objects.get(campaign=campaign).judgments == campaign.hit_count


PAYLOAD = {"boundaries": [1, 0, 0, 1]}


@contextmanager
def sending(client: WorkerClient, assignment: Assignment, submission_id: str) -> Iterator[None]:
    """Run the block while the request is in flight; its answer will be lost."""

    def send() -> None:
        with suppress(OSError, http.client.HTTPException):
            client.submit(assignment.pk, PAYLOAD, submission_id)

    sender = threading.Thread(target=send)
    sender.start()
    try:
        yield
    finally:
        sender.join()
        client.close()


def kill_workers(web: Child) -> None:
    for process in processes_of(web):
        process.send_signal(signal.SIGKILL)
    web.process.wait(10)  # type: ignore[union-attr]


def waiting_for_locks() -> int:
    return len(run_sql("SELECT 1 FROM pg_locks WHERE NOT granted"))


def replay(enrolment: Enrolment, assignment: Assignment, submission_id: str, stack: Stack) -> Any:
    port = free_web_port()
    stack.start_web(port, workers=1)
    client = WorkerClient(port, enrolment)
    try:
        return client.submit(assignment.pk, PAYLOAD, submission_id)
    finally:
        client.close()


@pytest.mark.fault(9)
@pytest.mark.long
def test_killed_before_the_commit(stack: Stack, flat: Campaign) -> None:
    port, submission_id = free_web_port(), str(uuid4())
    web = stack.start_web(port, workers=1)
    enrolment = enrol(flat)
    assignment = claim_hit(enrolment_id=enrolment.pk)
    with sending(WorkerClient(port, enrolment), assignment, submission_id), transaction.atomic():
        Enrolment.objects.select_for_update().get(pk=enrolment.pk)
        wait_for(lambda: waiting_for_locks() > 0, seconds=10, what="the submit")
        kill_workers(web)
    wait_for(lambda: waiting_for_locks() == 0, seconds=10, what="its end")
    assert Judgment.objects.count() == 0
    status, answer = replay(enrolment, assignment, submission_id, stack)
    assert status == 201, answer
    assert Judgment.objects.count() == 1
    check_serving(flat)


@pytest.mark.fault(9)
def test_killed_after_the_commit(stack: Stack, flat: Campaign) -> None:
    port, submission_id = free_web_port(), str(uuid4())
    web = stack.start_web(port, workers=1)
    enrolment = enrol(flat)
    assignment = claim_hit(enrolment_id=enrolment.pk)
    with transaction.atomic():
        # The submit commits; the claim of the next HIT then waits for the campaign's HITs.
        list(HIT.objects.select_for_update().exclude(pk=assignment.hit_id).values_list("pk"))
        with sending(WorkerClient(port, enrolment), assignment, submission_id):
            wait_for(lambda: Judgment.objects.count() == 1, seconds=10, what="the commit")
            wait_for(lambda: waiting_for_locks() > 0, seconds=10, what="the next claim")
            kill_workers(web)
    assert Judgment.objects.count() == 1
    status, answer = replay(enrolment, assignment, submission_id, stack)
    assert status == 200, answer
    assert Judgment.objects.count() == 1
    check_serving(flat)
