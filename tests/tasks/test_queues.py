"""Every kind of work has a queue, so that workers can be started for one lane alone."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from celery.app.amqp import Queues
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from redis import Redis

from annotation.addons import installed_addons
from annotation.services.jobs import messages
from annotation.services.jobs.jobs import start_job
from annotation.services.jobs.kinds import SNAPSHOT, Lane, job_kinds
from annotation.services.jobs.messages import send, send_each
from annotation.services.jobs.queues import CORE, queue_of
from config.celery import app
from config.lanes import LANES, QUEUES, checked_lanes


def sent_to(name: str, *args: int | str) -> str:
    """Return the queue that Celery chooses for a message."""
    queue: str = app.amqp.router.route({}, name, args)["queue"].name
    return queue


@pytest.mark.parametrize(
    ("name", "queue"),
    [
        ("tasks.fold", "folds"),
        ("tasks.sweep", "folds"),
        ("tasks.forget_sessions", "folds"),
        ("tasks.compare_range", "parts"),
        ("tasks.report", "reports"),
        ("tasks.report_decisions", "reports"),
        ("tasks.hold", "reports"),
        ("tasks.reconcile_live", "reports"),
        ("tasks.invite", "elsewhere"),
        ("tests.unknown", "folds"),
    ],
)
def test_a_task_goes_to_the_queue_of_its_lane(name: str, queue: str) -> None:
    assert sent_to(name, 1) == queue_of(name) == queue


def test_a_job_goes_to_the_queue_of_its_kind() -> None:
    assert sent_to("tasks.job", "snapshot", 7) == "files"
    assert {name: sent_to("tasks.job", name, 7) for name in job_kinds()} == {
        name: kind.lane for name, kind in job_kinds().items()
    }
    assert sent_to("tasks.job", "unknown", 7) == sent_to("tasks.job") == "folds"


def test_lanes_have_the_queues_of_the_settings() -> None:
    assert {str(lane) for lane in Lane} == set(LANES) == settings.LANES.keys()
    declared = {**CORE, **{k: v for one in installed_addons() for k, v in one.task_queues.items()}}
    assert set(map(str, declared.values())) <= QUEUES.keys()
    app.loader.import_default_modules()
    known = {*app.tasks, "tasks.compare_range"}
    assert declared.keys() <= known
    assert {sent_to(name) for name in declared} <= QUEUES.keys()


def test_a_worker_takes_all_queues_or_those_it_is_told() -> None:
    queues: Queues = app.amqp.Queues(app.conf.task_queues)
    assert queues.consume_from.keys() == QUEUES.keys()
    queues.select(["folds"])
    assert queues.consume_from.keys() == {"folds"}
    assert {queue.routing_key for queue in queues.values()} == QUEUES.keys()


@pytest.fixture
def broker() -> Iterator[Any]:
    """Return Redis, whose queues are empty."""
    redis = Redis.from_url(settings.REDIS_URL)
    redis.delete(*QUEUES)
    yield redis
    redis.delete(*QUEUES)


def test_messages_arrive_in_one_queue_each(broker: Any) -> None:
    assert send("tasks.fold", 1)
    assert send("tasks.report", 1)
    assert send("tasks.report", 2)
    assert start_job(SNAPSHOT, 7)
    found = {name: broker.llen(name) for name in QUEUES}
    assert found == {"folds": 1, "parts": 0, "reports": 2, "elsewhere": 0, "files": 1}


@pytest.mark.fault(16)
def test_no_message_expires(broker: Any) -> None:
    """Its expiry would be compared with the clock of another machine."""
    for task in ("tasks.fold", "tasks.report"):
        assert send(task, 1)
        headers = json.loads(broker.lindex(queue_of(task), 0))["headers"]
        assert (headers["task"], headers["expires"]) == (task, None)


def test_nothing_is_sent_to_a_queue_in_which_many_wait(
    broker: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Send until the queue is full; only an operator can send more."""
    monkeypatch.setattr(messages, "MAX_WAITING", 3)
    assert [send("tasks.report", 1) for _ in range(5)] == [True] * 3 + [False] * 2
    assert not send_each("tasks.hold", [1, 2])
    assert send("tasks.fold", 1)
    assert send("tasks.report", 1, always=True)
    assert (broker.llen("reports"), broker.llen("folds")) == (4, 1)


def test_a_redis_that_is_gone_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere = app.connection_for_write("redis://127.0.0.1:1/0")
    monkeypatch.setattr(app, "connection_or_acquire", lambda: nowhere)
    monkeypatch.setattr(app, "send_task", lambda *_, **__: pytest.fail("tried again"))
    assert not send("tasks.fold", 1)


def test_the_operator_says_how_many_jobs_of_a_lane_run_at_a_time() -> None:
    assert checked_lanes("") == {"reports": 1, "elsewhere": 1, "files": 1}
    assert checked_lanes("files=2,reports=100")["reports"] == 100
    for wrong in ("folds=2", "reports", "reports=0", "reports=101", "reports=-1", "files=²", "=2"):
        with pytest.raises(ImproperlyConfigured, match="MIDPATH_LANES contains"):
            checked_lanes(f"elsewhere=2,{wrong}")
