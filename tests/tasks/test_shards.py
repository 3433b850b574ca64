"""Computations shared out over Celery workers give what one process gives, whatever happens to the
others."""

from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest
from celery.contrib.testing.worker import start_worker
from celery.result import AsyncResult

from analysis.reading import item_ranges
from analysis.reading.item_ranges import WHOLE, ranges_of
from analysis.reading.snapshot import share_snapshot
from annotation.models import AgreementState, Campaign, ItemEntailment, ItemSummary
from config.celery import app
from tasks import shards
from tasks.fold import fold_all
from tasks.recompute import add_up, compare_items
from tasks.reconcile import compare_range, reconcile_campaign
from tests.faults.processes import wait_for
from tests.helpers.factories import (
    at_once,
    judge_all_at_random,
    make_campaign,
    make_dataset,
    numbered_texts,
)
from tests.helpers.invariants import check_figures

pytestmark = pytest.mark.django_db(transaction=True)
TEXTS = 23
WORKERS = 3


@pytest.fixture
def study(monkeypatch: pytest.MonkeyPatch) -> tuple[Campaign, Campaign]:
    """Return a flat and a nested campaign that are read in eight parts."""
    monkeypatch.setattr(item_ranges, "JUDGMENTS_AT_ONCE", TEXTS * WORKERS // 7)
    dataset = make_dataset(numbered_texts(TEXTS))
    both = make_campaign(dataset), make_campaign(dataset, scheme="nested")
    for campaign in both:
        judge_all_at_random(campaign, workers=WORKERS, seed=1)
        fold_all(campaign.pk)
    return both


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """Note the parts that this process computes."""
    computed: list[tuple[Any, ...]] = []
    run = compare_range.run

    def note(*arguments: Any) -> Any:
        computed.append(arguments)
        return run(*arguments)

    monkeypatch.setattr(compare_range, "run", note)
    return computed


@pytest.fixture(scope="module")
def other_worker(django_db_setup: None) -> Iterator[None]:
    with start_worker(app, perform_ping_check=False, pool="solo", shutdown_timeout=30):
        yield


def without_snapshot(computed: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Return the parts that were computed in the transaction of the process that needs them."""
    return [arguments for arguments in computed if arguments[0] is None]


def parts_of(campaign: Campaign) -> list[item_ranges.ItemRange]:
    return ranges_of(campaign, AgreementState.objects.get(campaign=campaign).judgments)


def test_every_item_is_in_exactly_one_range(study: tuple[Campaign, Campaign]) -> None:
    flat, _ = study
    ranges = parts_of(flat)
    assert len(ranges) == 8
    assert (ranges[0].after, ranges[-1].until) == (None, None)
    assert [one.after for one in ranges[1:]] == [one.until for one in ranges[:-1]]
    found = [flat.dataset.items.filter(one.of("pk")).values_list("pk", flat=True) for one in ranges]
    assert sorted(chain(*found)) == sorted(flat.dataset.items.values_list("pk", flat=True))
    assert ranges_of(flat, 0) == [WHOLE]


def test_the_parts_add_up_to_the_whole(study: tuple[Campaign, Campaign]) -> None:
    for campaign in study:
        whole = compare_items(campaign, WHOLE)
        parts = [compare_items(campaign, part) for part in parts_of(campaign)]
        assert add_up(parts) == whole
        assert whole.entailments


def test_other_workers_compute_parts(
    study: tuple[Campaign, Campaign],
    alone: list[tuple[Any, ...]],
    other_worker: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """This process waits for the result of another before it computes its first part."""
    collect = shards._collect

    def after_another(sent: dict[int, AsyncResult[Any]], results: dict[int, Any]) -> None:
        wait_for(lambda: any(one.successful() for one in sent.values()), seconds=30, what="a part")
        collect(sent, results)

    monkeypatch.setattr(shards, "_collect", after_another)
    report = reconcile_campaign(study[0].pk)
    assert report.equal, report.differing
    assert len(without_snapshot(alone)) < len(parts_of(study[0]))


def test_parts_elsewhere_read_the_same_moment(
    study: tuple[Campaign, Campaign], other_worker: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others judge, and their judgments are folded, before any part is sent."""
    flat, _ = study
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


def test_what_differs_is_found_in_every_part(study: tuple[Campaign, Campaign]) -> None:
    flat, _ = study
    wrong = [*ItemSummary.objects.filter(campaign=flat).order_by("hit__item")[:: TEXTS - 1]]
    for one in wrong:
        one.summary["mode_support"] += 1
        one.save()
    lost = ItemEntailment.objects.order_by("flat_hit__item")[TEXTS // 2]
    lost.delete()
    assert reconcile_campaign(flat.pk).differing == [
        f"summary of HIT {wrong[0].hit_id}",
        f"entailment of HIT {lost.flat_hit_id}",
        f"summary of HIT {wrong[1].hit_id}",
    ]
    assert reconcile_campaign(flat.pk).equal
    check_figures(flat)


def test_without_redis_one_process_computes_everything(
    study: tuple[Campaign, Campaign],
    alone: list[tuple[Any, ...]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def unreachable(*_: object, **__: object) -> None:
        raise OSError("no Redis")

    monkeypatch.setattr(compare_range, "apply_async", unreachable)
    assert reconcile_campaign(study[0].pk).equal
    assert len(alone) == len(parts_of(study[0]))


def test_a_part_that_fails_elsewhere_is_computed_here(
    study: tuple[Campaign, Campaign],
    alone: list[tuple[Any, ...]],
    other_worker: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    collect = shards._collect

    def collect_failures(sent: dict[int, AsyncResult[Any]], results: dict[int, Any]) -> None:
        wait_for(lambda: all(one.failed() for one in sent.values()), seconds=30, what="failures")
        collect(sent, results)

    monkeypatch.setattr(shards, "share_snapshot", lambda: "00000000-00000000-1")
    monkeypatch.setattr(shards, "_collect", collect_failures)
    assert reconcile_campaign(study[0].pk).equal
    assert len(without_snapshot(alone)) == len(parts_of(study[0]))
