"""Celery workers compute parts for the process that needs them. Each test waits for all parts, so
that none is computed while the next test empties the tables."""

from typing import Any

import pytest
from celery.result import AsyncResult

from analysis.reading.snapshot import share_snapshot
from annotation.models import AgreementState, Campaign
from tasks import shards
from tasks.fold import fold_all
from tasks.reconcile import compare_range, reconcile_campaign
from tests.faults.processes import wait_for
from tests.helpers.factories import at_once, judge_all_at_random
from tests.helpers.invariants import check_figures
from tests.tasks.shared_parts import parts_of, without_snapshot

pytestmark = pytest.mark.django_db(transaction=True)


def test_other_workers_compute_parts(
    divided: tuple[Campaign, Campaign],
    computed_parts: list[tuple[Any, ...]],
    other_worker: None,
    others_first: None,
) -> None:
    report = reconcile_campaign(divided[0].pk)
    assert report.equal, report.differing
    assert (len(computed_parts), without_snapshot(computed_parts)) == (
        len(parts_of(divided[0])),
        [],
    )


def test_parts_elsewhere_read_the_same_moment(
    divided: tuple[Campaign, Campaign],
    other_worker: None,
    others_first: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Others judge, and their judgments are folded, before any part is sent."""
    flat, _ = divided

    def judge_more() -> None:
        judge_all_at_random(flat, workers=1, seed=2)
        fold_all(flat.pk)

    def share_before_more() -> str:
        name = share_snapshot()
        at_once([judge_more], threads=1)
        return name

    monkeypatch.setattr(shards, "share_snapshot", share_before_more)
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


def test_another_version_computes_no_part(
    divided: tuple[Campaign, Campaign],
    computed_parts: list[tuple[Any, ...]],
    other_worker: None,
    others_first: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    send = compare_range.apply_async

    def send_from_another(**message: Any) -> Any:
        return send(**message | {"kwargs": {"version": "0.0.1"}})

    monkeypatch.setattr(compare_range, "apply_async", send_from_another)
    assert reconcile_campaign(divided[0].pk).equal
    assert len(computed_parts) == len(without_snapshot(computed_parts))
    assert len(computed_parts) == len(parts_of(divided[0]))
