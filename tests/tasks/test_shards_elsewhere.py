"""Celery workers compute parts for the process that needs them. Each test waits for all parts, so
that none is computed while the next test empties the tables."""

from collections.abc import Iterator
from typing import Any

import pytest
from celery.contrib.testing.worker import start_worker
from celery.result import AsyncResult

from analysis.reading.snapshot import share_snapshot
from annotation.models import AgreementState, Campaign
from annotation.services.jobs.queues import PARTS
from config.celery import app
from tasks import shards
from tasks.fold import fold_all
from tasks.reconcile import reconcile_campaign
from tests.faults.processes import wait_for
from tests.helpers.factories import at_once, judge_all_at_random
from tests.helpers.invariants import check_figures
from tests.tasks.shared_parts import parts_of, without_snapshot

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module")
def other_worker(django_db_setup: None) -> Iterator[None]:
    """Run a worker in a thread of this process; it takes no messages about folds."""
    with pytest.MonkeyPatch.context() as patch:
        # Celery's application would otherwise remember the queues for the next worker here.
        patch.setattr(app.amqp.queues, "_consume_from", None)
        with start_worker(
            app, perform_ping_check=False, pool="solo", queues=[PARTS], shutdown_timeout=30
        ):
            yield


def test_other_workers_compute_parts(
    divided: tuple[Campaign, Campaign],
    computed_parts: list[tuple[Any, ...]],
    other_worker: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """This process waits for the results of another, so nothing is left to compute."""
    collect = shards._collect

    def after_others(sent: dict[int, AsyncResult[Any]], results: dict[int, Any]) -> None:
        wait_for(lambda: all(one.ready() for one in sent.values()), seconds=30, what="all parts")
        collect(sent, results)

    monkeypatch.setattr(shards, "_collect", after_others)
    report = reconcile_campaign(divided[0].pk)
    assert report.equal, report.differing
    assert (len(computed_parts), without_snapshot(computed_parts)) == (
        len(parts_of(divided[0])),
        [],
    )


def test_parts_elsewhere_read_the_same_moment(
    divided: tuple[Campaign, Campaign], other_worker: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others judge, and their judgments are folded, before any part is sent."""
    flat, _ = divided
    collect = shards._collect

    def judge_more() -> None:
        judge_all_at_random(flat, workers=1, seed=2)
        fold_all(flat.pk)

    def share_before_more() -> str:
        name = share_snapshot()
        at_once([judge_more], threads=1)
        return name

    def collect_all(sent: dict[int, AsyncResult[Any]], results: dict[int, Any]) -> None:
        wait_for(lambda: all(one.ready() for one in sent.values()), seconds=30, what="all parts")
        collect(sent, results)

    monkeypatch.setattr(shards, "share_snapshot", share_before_more)
    monkeypatch.setattr(shards, "_collect", collect_all)
    report = reconcile_campaign(flat.pk)
    assert report.equal, report.differing
    assert report.version < AgreementState.objects.get(campaign=flat).version
    check_figures(flat)


def test_a_part_that_fails_elsewhere_is_computed_here(
    divided: tuple[Campaign, Campaign],
    computed_parts: list[tuple[Any, ...]],
    other_worker: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    collect = shards._collect

    def collect_failures(sent: dict[int, AsyncResult[Any]], results: dict[int, Any]) -> None:
        wait_for(lambda: all(one.failed() for one in sent.values()), seconds=30, what="failures")
        collect(sent, results)

    monkeypatch.setattr(shards, "share_snapshot", lambda: "00000000-00000000-1")
    monkeypatch.setattr(shards, "_collect", collect_failures)
    assert reconcile_campaign(divided[0].pk).equal
    assert len(without_snapshot(computed_parts)) == len(parts_of(divided[0]))
