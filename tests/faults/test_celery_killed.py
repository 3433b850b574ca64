"""Promises 10, 11 and 13: whatever is killed, the figures end up equal to a recomputation."""

import random
import signal
import threading

import psutil
import pytest

from annotation.models import AgreementState, Campaign, Judgment
from annotation.services.work.claim import claim_hit
from config.celery import app as celery_app
from tasks.reconcile import reconcile_campaign
from tests.faults.processes import Stack, all_folded, in_background, processes_of, wait_for
from tests.helpers.factories import enrol, judge_all_at_random, random_vector, submit
from tests.helpers.invariants import check_figures, check_serving
from tests.helpers.tiers import by_tier

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

KILLS = by_tier(quick=2, long=20)


def test_killing_parents_and_pool_children_loses_and_doubles_nothing(
    stack: Stack, flat: Campaign, nested: Campaign
) -> None:
    luck = random.Random(11)
    stopped = threading.Event()
    # Each kill has its share of the judgments, so that some are left for the last one.
    turns = 200 * 20
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
            folded = Judgment.objects.filter(folded=True).count()
            allowed.release(turns // KILLS)
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
