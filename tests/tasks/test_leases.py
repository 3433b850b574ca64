"""Leases: one process at a time works, a killed one blocks nobody for long, and nothing depends on
a session of the database."""

import threading
from datetime import timedelta

import pytest
from django.db.models import F
from django.db.models.functions import Now

from annotation.models import Lease
from tasks import leases
from tasks.leases import Lock, alone
from tests.faults.processes import wait_for
from tests.helpers.factories import at_once
from tests.helpers.queries import run_sql

pytestmark = pytest.mark.django_db(transaction=True)


def taken_elsewhere(job: Lock = Lock.REPORT) -> bool:
    """Return whether a process on another connection gets the lease now."""

    def take() -> bool:
        with alone(job) as mine:
            return mine

    [got] = at_once([take], threads=1)
    return bool(got)


def pass_time(seconds: int) -> None:
    Lease.objects.update(ends_at=F("ends_at") - timedelta(seconds=seconds))


def test_one_of_many_gets_it_at_a_time() -> None:
    working, together = threading.Semaphore(1), threading.Barrier(8)

    def work() -> bool:
        with alone(Lock.REPORT) as mine:
            if mine:
                assert working.acquire(blocking=False)
            together.wait(10)
            if mine:
                working.release()
            return mine

    for _ in range(5):
        assert sorted(map(bool, at_once([work] * 8, threads=8))) == [False] * 7 + [True]


def test_it_ends_with_the_work_even_if_that_fails() -> None:
    def fail() -> None:
        with alone(Lock.REPORT) as mine:
            assert mine
            assert not taken_elsewhere()
            assert taken_elsewhere(Lock.EXPORT)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert not Lease.objects.exists()
    assert taken_elsewhere()


def test_that_of_a_killed_process_ends_within_a_minute() -> None:
    Lease.objects.create(
        name=Lock.REPORT, owner="0" * 32, ends_at=Now() + leases.LENGTH
    )  # what is left of a process killed right after it took the lease
    assert timedelta(minutes=1) >= leases.LENGTH
    pass_time(59)
    assert not taken_elsewhere()
    pass_time(1)
    assert taken_elsewhere()


def test_who_was_overtaken_does_not_end_the_lease_of_the_next() -> None:
    with alone(Lock.REPORT):
        pass_time(60)
        Lease.objects.update(owner="1" * 32, ends_at=Now() + leases.LENGTH)
    assert not taken_elsewhere()


def test_it_is_renewed_during_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "RENEWED_EVERY", timedelta(milliseconds=20))
    with alone(Lock.REPORT):
        pass_time(59)
        nearly_over = Lease.objects.filter(ends_at__lt=Now() + timedelta(seconds=30))
        wait_for(lambda: not nearly_over.exists(), seconds=10, what="a renewal")
        pass_time(2)
        assert not taken_elsewhere()


def test_a_lost_lease_is_reported_and_not_renewed(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(leases, "RENEWED_EVERY", timedelta(milliseconds=20))
    with alone(Lock.REPORT):
        Lease.objects.update(owner="1" * 32, ends_at=Now())
        wait_for(lambda: "lost" in caplog.text, seconds=10, what="the report")
        assert taken_elsewhere()


def test_nothing_of_it_is_left_in_the_session() -> None:
    with alone(Lock.REPORT):
        assert run_sql("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'") == [(0,)]
