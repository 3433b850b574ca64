"""Promise 12: Redis may be emptied or gone; submits continue and the figures catch up."""

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from redis import Redis as Broker

from annotation.models import Campaign, Enrolment, Judgment
from annotation.services.work.claim import claim_hit
from bench.site.client import WorkerClient
from config.celery import app as celery_app
from embedded.redis import Redis
from tests.faults.processes import Stack, all_folded, free_web_port, wait_for
from tests.helpers.factories import enrol, judge_all_at_random
from tests.helpers.invariants import check_figures, check_serving

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

SECONDS_DOWN = 60
SETTLED_WITHIN = 15


@contextmanager
def client_of(enrolment: Enrolment, port: int) -> Iterator[WorkerClient]:
    client = WorkerClient(port, enrolment)
    try:
        yield client
    finally:
        client.close()


@pytest.mark.long
def test_submits_go_on_while_redis_is_down(stack: Stack, redis: Redis, flat: Campaign) -> None:
    port = free_web_port()
    stack.start_web(port)
    stack.start_celery()
    enrolments = [enrol(flat) for _ in range(10)]
    next(submit_some(enrolments.pop(), port, math.inf))  # a server's first answer takes longer
    redis.stop()
    took: list[float] = []
    ends = time.monotonic() + SECONDS_DOWN
    while time.monotonic() < ends and enrolments:
        took.extend(submit_some(enrolments.pop(), port, ends))
    redis.start()
    settled = wait_for(all_folded, seconds=SETTLED_WITHIN, what="the figures")
    took.sort()
    p95 = took[int(len(took) * 0.95)]
    print(f"{len(took)} submits, p95 {p95 * 1000:.0f} ms, settled after {settled:.1f} s")  # noqa: T201
    assert len(took) == Judgment.objects.count() - 1 > 10
    assert p95 < 1
    check_figures(flat)
    check_serving(flat)


def submit_some(enrolment: Enrolment, port: int, ends: float) -> Iterator[float]:
    assignment = claim_hit(enrolment_id=enrolment.pk).pk
    with client_of(enrolment, port) as client:
        for _ in range(200):
            begun = time.monotonic()
            if begun > ends:
                return
            status, answer = client.submit(assignment, {"boundaries": [0, 1, 0, 0]})
            assert status == 201, answer
            yield time.monotonic() - begun
            if "hit" not in answer or answer["hit"] is None:
                return
            assignment = answer["hit"]["assignment"]


@pytest.mark.long
def test_flushing_five_hundred_queued_messages_loses_no_figure(
    stack: Stack, redis: Redis, flat: Campaign
) -> None:
    judge_all_at_random(flat, workers=3, seed=12)
    with celery_app.connection_for_write(redis.url) as channel:
        for _ in range(500):
            celery_app.send_task("tasks.fold", args=(flat.pk,), connection=channel)
    with Broker.from_url(redis.url) as broker:
        assert broker.llen("celery") == 500
        broker.flushall()
    stack.start_celery()
    wait_for(all_folded, seconds=30 + SETTLED_WITHIN, what="the figures")
    check_figures(flat)
