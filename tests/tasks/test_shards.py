"""Computations shared out over Celery workers give what one process gives, whatever happens to the
others."""

from collections.abc import Callable
from itertools import chain
from typing import Any

import pytest
from celery.backends.redis import RedisBackend
from django.db import DatabaseError, connection
from psycopg2.errors import AdminShutdown

from analysis.reading.item_ranges import WHOLE, ranges_of
from analysis.reading.snapshot import GONE, SnapshotGone, snapshot
from annotation.models import Campaign, ItemEntailment, ItemSummary
from config.celery import app as celery_app
from embedded.redis import free_port
from tasks.recompute import add_up, compare_items
from tasks.reconcile import reconcile_campaign
from tests.helpers.invariants import check_figures
from tests.tasks.shared_parts import ITEMS, parts_of

pytestmark = pytest.mark.django_db(transaction=True)


def test_every_item_is_in_exactly_one_range(divided: tuple[Campaign, Campaign]) -> None:
    flat, _ = divided
    ranges = parts_of(flat)
    assert len(ranges) == 8
    assert (ranges[0].after, ranges[-1].until) == (None, None)
    assert [one.after for one in ranges[1:]] == [one.until for one in ranges[:-1]]
    found = [flat.dataset.items.filter(one.of("pk")).values_list("pk", flat=True) for one in ranges]
    assert sorted(chain(*found)) == sorted(flat.dataset.items.values_list("pk", flat=True))
    assert ranges_of(flat, 0) == [WHOLE]


def test_the_parts_add_up_to_the_whole(divided: tuple[Campaign, Campaign]) -> None:
    for campaign in divided:
        whole = compare_items(campaign, WHOLE)
        parts = [compare_items(campaign, part) for part in parts_of(campaign)]
        assert add_up(parts) == whole
        assert whole.entailments


def test_what_differs_is_found_in_every_part(divided: tuple[Campaign, Campaign]) -> None:
    flat, _ = divided
    wrong = [*ItemSummary.objects.filter(campaign=flat).order_by("hit__item")[:: ITEMS - 1]]
    for one in wrong:
        one.summary["mode_support"] += 1
        one.save()
    lost = ItemEntailment.objects.order_by("flat_hit__item")[ITEMS // 2]
    lost.delete()
    assert reconcile_campaign(flat.pk).differing == [
        f"summary of HIT {wrong[0].hit_id}",
        f"entailment of HIT {lost.flat_hit_id}",
        f"summary of HIT {wrong[1].hit_id}",
    ]
    assert reconcile_campaign(flat.pk).equal
    check_figures(flat)


@pytest.fixture
def no_redis(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Celery look for results at a port where nothing listens."""
    assert celery_app.backend
    nowhere = RedisBackend(url=f"redis://127.0.0.1:{free_port()}/0", app=celery_app)
    monkeypatch.setattr(celery_app, "_backend", nowhere)


@pytest.mark.usefixtures("no_redis")
def test_without_redis_one_process_computes_everything(
    divided: tuple[Campaign, Campaign], computed_parts: list[tuple[Any, ...]]
) -> None:
    assert reconcile_campaign(divided[0].pk).equal
    assert len(computed_parts) == len(parts_of(divided[0]))


@pytest.mark.parametrize("said", [*GONE, AdminShutdown])
def test_every_version_of_postgresql_may_say_that_a_snapshot_is_over(said: type[Exception]) -> None:
    def refuse(execute: Callable[..., Any], query: str, *rest: Any) -> Any:
        if "TRANSACTION SNAPSHOT" in query:
            raise DatabaseError from said()
        return execute(query, *rest)

    expected = SnapshotGone if said in GONE else DatabaseError
    with (
        connection.execute_wrapper(refuse),
        pytest.raises(expected),
        snapshot("00000000-00000000-1"),
    ):
        pass
