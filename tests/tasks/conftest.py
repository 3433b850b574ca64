"""A flat and a nested campaign on the papers' own examples, and folds without pauses."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from celery.contrib.testing.worker import start_worker
from celery.result import AsyncResult
from django.conf import settings
from redis import Redis

from analysis.reading import item_ranges
from annotation.models import Campaign
from annotation.services.jobs.kinds import Lane
from annotation.services.jobs.queues import PARTS
from config.celery import app as celery_app
from tasks import fold, lane_parts, shards
from tasks.fold import fold_all
from tasks.reconcile import compare_range
from tests.faults.processes import wait_for
from tests.helpers.factories import (
    judge_all_at_random,
    make_campaign,
    make_dataset,
    numbered_texts,
)
from tests.tasks.shared_parts import ITEMS, WORKERS

TEXTS = (
    "apply first aid course on line",
    "barbie dress up games",
    "major league baseball salary cap",
    "wind beneath my wings sheet music",
)


@pytest.fixture(autouse=True)
def _no_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fold, "REST_SECONDS", 0.0)


@pytest.fixture
def flat() -> Campaign:
    return make_campaign(make_dataset(TEXTS), scheme="flat", redundancy=10)


@pytest.fixture
def nested(flat: Campaign) -> Campaign:
    return make_campaign(flat.dataset, scheme="nested", redundancy=10)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str | int, ...]]:
    """Collect the messages that would wake a Celery process; they are dropped."""
    messages: list[tuple[str | int, ...]] = []

    def note(name: str, args: tuple[str | int, ...], **_: object) -> None:
        messages.append((name, *args))

    monkeypatch.setattr(celery_app, "send_task", note)
    return messages


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Carry out messages that request reports and comparisons at once; drop the others."""

    def run(name: str, args: tuple[str | int, ...], **_: object) -> None:
        if name in {"tasks.report", "tasks.compare"}:
            celery_app.tasks[name](*args)

    monkeypatch.setattr(celery_app, "send_task", run)


@pytest.fixture
def divided(monkeypatch: pytest.MonkeyPatch) -> tuple[Campaign, Campaign]:
    """Return a flat and a nested campaign that are read in eight parts."""
    monkeypatch.setattr(item_ranges, "JUDGMENTS_AT_ONCE", ITEMS * WORKERS // 7)
    dataset = make_dataset(numbered_texts(ITEMS))
    both = make_campaign(dataset), make_campaign(dataset, scheme="nested")
    for campaign in both:
        judge_all_at_random(campaign, workers=WORKERS, seed=1)
        fold_all(campaign.pk)
    return both


@pytest.fixture
def computed_parts(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """Note the parts that this process computes."""
    computed: list[tuple[Any, ...]] = []
    run = compare_range.run

    def note(*arguments: Any, **version: Any) -> Any:
        found = run(*arguments, **version)
        computed.append(arguments)
        return found

    monkeypatch.setattr(compare_range, "run", note)
    return computed


@contextmanager
def worker_of(queue: str) -> Iterator[None]:
    """Run a worker in a thread of this process, for one queue."""
    with pytest.MonkeyPatch.context() as patch:
        # Celery's application would otherwise remember the queues for the next worker here.
        patch.setattr(celery_app.amqp.queues, "_consume_from", None)
        # Messages of earlier tests would take the only slot of a lane.
        Redis.from_url(settings.REDIS_URL).delete(queue)
        with start_worker(
            celery_app, perform_ping_check=False, pool="solo", queues=[queue], shutdown_timeout=30
        ):
            yield


@pytest.fixture(scope="module")
def other_worker(django_db_setup: None) -> Iterator[None]:
    """Run a worker for parts that take no slot."""
    with worker_of(PARTS):
        yield


@pytest.fixture(scope="module")
def lane_worker(django_db_setup: None) -> Iterator[None]:
    """Run a worker of the lane that computes."""
    with worker_of(Lane.COMPUTING):
        yield


@pytest.fixture
def helpers_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Call other processes at once, and hear of them soon."""
    monkeypatch.setattr(lane_parts, "FIRST_CALL", 0.0)
    monkeypatch.setattr(lane_parts, "BETWEEN_CALLS", 0.2)
    monkeypatch.setattr(lane_parts, "BETWEEN_LOOKS", 0.02)


@pytest.fixture
def jobs_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drop the messages with which another process would begin jobs."""
    send_task = celery_app.send_task

    def send(name: str, *args: Any, **options: Any) -> AsyncResult[Any] | None:
        return None if name == "tasks.job" else send_task(name, *args, **options)

    monkeypatch.setattr(celery_app, "send_task", send)


@pytest.fixture
def others_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process wait for the results of others, so that nothing is left to compute."""
    collect = shards._collect

    def after_others(sent: dict[int, AsyncResult[Any]], results: dict[int, Any]) -> None:
        wait_for(lambda: all(one.ready() for one in sent.values()), seconds=60, what="all parts")
        collect(sent, results)

    monkeypatch.setattr(shards, "_collect", after_others)
