"""Leases: few processes at a time work, no two on the same; a killed one blocks nobody for long,
and nothing depends on a session of the database."""

import threading
from contextlib import ExitStack
from datetime import timedelta
from functools import partial

import pytest
from django.db.models import F
from django.db.models.functions import Now
from pytest_django import Settings

from annotation.models import Lease
from annotation.services.jobs.kinds import Lane
from tasks import leases
from tasks.leases import alone
from tests.faults.processes import wait_for
from tests.helpers.factories import at_once
from tests.helpers.queries import assert_queries, run_sql

pytestmark = pytest.mark.django_db(transaction=True)
REPORT = "report 5"


@pytest.fixture
def three(settings: Settings) -> None:
    """Let the lane of reports do three works at a time."""
    settings.LANES = settings.LANES | {Lane.COMPUTING: 3}


def taken_elsewhere(work: str = REPORT, lane: Lane | None = Lane.COMPUTING) -> bool:
    """Return whether a process on another connection gets the leases now."""

    def take() -> bool:
        with alone(work, lane) as mine:
            return mine

    [got] = at_once([take], threads=1)
    return bool(got)


def pass_time(seconds: int) -> None:
    Lease.objects.update(ends_at=F("ends_at") - timedelta(seconds=seconds))


def race(works: list[str], lane: Lane | None = Lane.COMPUTING) -> list[str]:
    """Let a process for each of the works try at the same time, and return those that got it."""
    together = threading.Barrier(len(works))

    def work(name: str) -> str:
        with alone(name, lane) as mine:
            together.wait(10)
            return name if mine else ""

    found = at_once([partial(work, name) for name in works], threads=len(works))
    assert not [one for one in found if isinstance(one, Exception)]
    assert not Lease.objects.exists()
    return sorted(filter(None, map(str, found)))


@pytest.mark.parametrize("lane", [None, Lane.COMPUTING])
def test_one_of_many_gets_a_work_at_a_time(lane: Lane | None) -> None:
    for _ in range(5):
        assert race([REPORT] * 8, lane) == [REPORT]


def test_a_lane_does_one_work_at_a_time_unless_the_operator_says_more() -> None:
    for _ in range(5):
        assert len(race([f"report {number}" for number in range(8)])) == 1


@pytest.mark.usefixtures("three")
def test_a_lane_does_as_many_works_at_a_time_as_the_operator_says() -> None:
    for _ in range(10):
        assert len(set(race([f"report {number}" for number in range(8)]))) == 3


@pytest.mark.usefixtures("three")
def test_free_slots_let_nobody_do_a_work_twice() -> None:
    for _ in range(10):
        assert race(["report 1", "report 2"] * 4) == ["report 1", "report 2"]


def test_lanes_do_not_wait_for_each_other() -> None:
    with ExitStack() as stack:
        for lane in Lane:
            assert stack.enter_context(alone(f"work {lane}", lane))
        assert stack.enter_context(alone("reconcile"))
        assert not any(taken_elsewhere("another", lane) for lane in Lane)
        assert taken_elsewhere("another", None)


def test_a_short_work_costs_an_insertion_and_a_deletion() -> None:
    deletion = ("BEGIN", "DELETE", "COMMIT")
    with assert_queries(1 + len(deletion)), alone(REPORT, Lane.COMPUTING) as mine:
        assert mine
    with alone(REPORT, Lane.COMPUTING), assert_queries(1), alone(REPORT) as mine:
        assert not mine


def test_it_ends_with_the_work_even_if_that_fails() -> None:
    def fail() -> None:
        with alone(REPORT, Lane.COMPUTING) as mine:
            assert mine
            assert not taken_elsewhere()
            assert not taken_elsewhere("report 6")
            assert taken_elsewhere("report 6", Lane.EXPORTS)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert not Lease.objects.exists()
    assert taken_elsewhere()


def test_those_of_a_killed_process_end_within_a_minute() -> None:
    for name in (REPORT, *leases.slots_of(Lane.COMPUTING)):
        Lease.objects.create(
            name=name, owner="0" * 32, ends_at=Now() + leases.LENGTH
        )  # what is left of a process killed right after it took the leases
    assert timedelta(minutes=1) >= leases.LENGTH
    pass_time(59)
    assert not taken_elsewhere("report 6")
    assert not taken_elsewhere(lane=Lane.EXPORTS)
    pass_time(1)
    assert taken_elsewhere()
    assert not Lease.objects.exists()


def test_who_was_overtaken_does_not_end_the_lease_of_the_next() -> None:
    with alone(REPORT, Lane.COMPUTING):
        pass_time(60)
        Lease.objects.update(owner="1" * 32, ends_at=Now() + leases.LENGTH)
    assert not taken_elsewhere()


def test_it_is_renewed_during_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "RENEWED_EVERY", timedelta(milliseconds=20))
    with alone(REPORT, Lane.COMPUTING):
        pass_time(59)
        nearly_over = Lease.objects.filter(ends_at__lt=Now() + timedelta(seconds=30))
        wait_for(lambda: not nearly_over.exists(), seconds=10, what="a renewal")
        pass_time(2)
        assert not taken_elsewhere()


def test_a_lost_lease_is_reported_and_not_renewed(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(leases, "RENEWED_EVERY", timedelta(milliseconds=20))
    with alone(REPORT, Lane.COMPUTING):
        Lease.objects.update(owner="1" * 32, ends_at=Now())
        wait_for(lambda: "lost" in caplog.text, seconds=10, what="the report")
        assert taken_elsewhere()


def test_nothing_of_it_is_left_in_the_session() -> None:
    with alone(REPORT, Lane.COMPUTING):
        assert run_sql("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'") == [(0,)]
