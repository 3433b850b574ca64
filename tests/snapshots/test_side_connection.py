"""Writes on a second connection: in order, and no exception is lost."""

from contextlib import suppress
from threading import Barrier, BrokenBarrierError, Event

import pytest

from annotation.services.snapshots.side_connection import MAX_WAITING, SideConnection

pytestmark = pytest.mark.django_db(transaction=True)


def fail() -> None:
    raise LookupError("gone")


def test_writes_that_nobody_waits_for_are_in_order() -> None:
    done: list[int] = []
    with SideConnection() as side_connection:
        for number in range(3 * MAX_WAITING):
            side_connection.later(lambda number=number: done.append(number))  # type: ignore[misc]
        assert side_connection(lambda: [*done]) == [*range(3 * MAX_WAITING)]


def test_a_call_raises_what_an_earlier_write_raised_and_writes_nothing() -> None:
    done: list[int] = []
    with SideConnection() as side_connection:
        side_connection.later(fail)
        with pytest.raises(LookupError):
            side_connection(lambda: done.append(1))
    assert done == []


def test_few_writes_wait_at_a_time() -> None:
    begun, go_on = 0, Event()

    def write() -> None:
        go_on.wait(30)

    with SideConnection() as side_connection:
        side_connection.later(fail)
        for _ in range(MAX_WAITING - 1):
            side_connection.later(write)
            begun += 1
        with pytest.raises(LookupError):
            side_connection.later(write)
        go_on.set()
    assert begun == MAX_WAITING - 1


def test_connections_that_share_a_turn_write_one_after_the_other() -> None:
    both, met = Barrier(2), list[int]()

    def meet() -> None:
        with suppress(BrokenBarrierError):
            met.append(both.wait(0.5))

    with SideConnection() as one, SideConnection(one.turn) as other:
        one.later(meet)
        other(meet)
    assert met == []
