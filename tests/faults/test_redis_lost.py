"""Promise 12: Redis may be emptied, gone or without an end to its answers; submits continue and the
figures catch up."""

import math
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from redis import Redis as Broker

from annotation.models import Campaign, Enrolment, Judgment
from annotation.services.work.claim import claim_hit
from bench.site.client import WorkerClient
from config.celery import app as celery_app
from embedded.redis import Redis
from tests.faults.checker import check
from tests.faults.crowd import Crowd, at_work
from tests.faults.processes import Stack, all_folded, free_web_port, wait_for
from tests.helpers.factories import enrol, judge_all_at_random
from tests.helpers.invariants import check_figures, check_serving

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

DEADLINE_SECONDS = 30


class EndlessBroker:
    """Accepts every connection and sends one letter of an answer again and again, so that no limit
    on the time between two letters is ever exceeded."""

    def __init__(self) -> None:
        self._server = socket.create_server(("127.0.0.1", 0))
        self._stopped = threading.Event()
        self.url = f"redis://127.0.0.1:{self._server.getsockname()[1]}/0"
        self.called = threading.Event()
        threading.Thread(target=self._take, daemon=True).start()

    def _take(self) -> None:
        with suppress(OSError):
            while True:
                taken, _ = self._server.accept()
                threading.Thread(target=self._answer, args=(taken,), daemon=True).start()
                self.called.set()

    def _answer(self, taken: socket.socket) -> None:
        with taken, suppress(OSError):
            taken.sendall(b"+")
            while not self._stopped.wait(0.2):
                taken.sendall(b"a")

    def stop(self) -> None:
        self._stopped.set()
        self._server.close()


@pytest.fixture
def broker() -> Iterator[EndlessBroker]:
    endless = EndlessBroker()
    yield endless
    endless.stop()


@pytest.fixture
def served(tmp_path: Path, broker: EndlessBroker) -> Iterator[int]:
    """Return the port of a web process that uses this broker."""
    stack = Stack(tmp_path, broker.url)
    port = free_web_port()
    stack.start_web(port, workers=1)
    yield port
    stack.stop()


@pytest.mark.fault(12)
def test_submits_are_answered(served: int, broker: EndlessBroker, flat: Campaign) -> None:
    enrolment = enrol(flat)
    assignment = claim_hit(enrolment_id=enrolment.pk).pk
    client = WorkerClient(served, enrolment, timeout=DEADLINE_SECONDS)
    for _ in range(5):
        status, answer = client.submit(assignment, {"boundaries": [0, 1, 0, 0]})
        assert status == 201, answer
        assignment = answer["hit"]["assignment"]
    client.close()
    assert Judgment.objects.count() == 5
    wait_for(broker.called.is_set, seconds=DEADLINE_SECONDS, what="the message")


SECONDS_DOWN, HUNG_SECONDS = 60, 10
SETTLED_WITHIN = 15


@contextmanager
def client_of(enrolment: Enrolment, port: int) -> Iterator[WorkerClient]:
    client = WorkerClient(port, enrolment)
    try:
        yield client
    finally:
        client.close()


@pytest.mark.long
@pytest.mark.fault(12)
def test_submits_go_on_while_redis_is_down(
    stack: Stack, redis: Redis, flat: Campaign, record_property: Callable[[str, object], None]
) -> None:
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
    record_property(
        "measured", f"{len(took)} submits, p95 {p95 * 1000:.0f} ms, settled after {settled:.1f} s"
    )
    assert len(took) == Judgment.objects.count() - 1 > 10
    assert p95 < 1
    check_figures(flat)
    check_serving(flat)


@pytest.mark.long
@pytest.mark.fault(22)
def test_submits_are_answered_while_redis_hangs(
    stack: Stack, redis: Redis, flat: Campaign, record_property: Callable[[str, object], None]
) -> None:
    """A stopped process accepts connections, which nothing ever comes from."""
    port = free_web_port()
    stack.start_web(port)
    stack.start_celery()
    stack.wait_for_celery()
    crowd = Crowd(port, [enrol(flat) for _ in range(4)], pause=0.1)
    assert redis.child
    assert redis.child.process
    with at_work(crowd):
        wait_for(lambda: len(crowd.history.acknowledged()) > 20, seconds=300, what="some work")
        began = time.monotonic()
        redis.child.process.send_signal(signal.SIGSTOP)
        time.sleep(HUNG_SECONDS)
        during = crowd.history.since(began)
        redis.child.process.send_signal(signal.SIGCONT)
    settled = wait_for(all_folded, seconds=SETTLED_WITHIN, what="the figures")
    longest = max(one.seconds for one in during)
    record_property(
        "measured",
        f"{len(during)} submits, at most {longest * 1000:.0f} ms, settled after {settled:.1f} s",
    )
    assert {one.status for one in during} == {201}
    assert longest < 1
    check(crowd.history, flat)


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
@pytest.mark.fault(12)
def test_flushing_five_hundred_queued_messages_loses_no_figure(
    stack: Stack, redis: Redis, flat: Campaign
) -> None:
    judge_all_at_random(flat, workers=3, seed=12)
    with celery_app.connection_for_write(redis.url) as channel:
        for _ in range(500):
            celery_app.send_task("tasks.fold", args=(flat.pk,), connection=channel)
    with Broker.from_url(redis.url) as broker:
        assert broker.llen("folds") == 500
        broker.flushall()
    stack.start_celery()
    wait_for(all_folded, seconds=30 + SETTLED_WITHIN, what="the figures")
    check_figures(flat)
