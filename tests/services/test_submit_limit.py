"""Rate limits apply only to workers whose submissions are rejected, and only for a while."""

from types import SimpleNamespace

import pytest

from annotation.services.errors import TooMany
from annotation.services.people import submit_backoff as module
from annotation.services.people.submit_backoff import (
    A_SECOND,
    AT_ONCE,
    LATELY_SECONDS,
    MAX_REMEMBERED,
    Patience,
)

ADA, BOB = b"ada", b"bob"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    clock = SimpleNamespace(now=1000.0)
    clock.monotonic = lambda: clock.now
    monkeypatch.setattr(module, "time", clock)
    return clock


@pytest.fixture
def limit(clock: SimpleNamespace) -> Patience:
    return Patience(at=clock.now)


def send(limit: Patience, worker: bytes, status: int) -> None:
    limit.end(worker, counted=limit.begin(worker), status=status)


def exhaust(limit: Patience, worker: bytes) -> int:
    """Submit rejected answers until the worker has to wait; return how many were answered."""
    for answered in range(1000):
        try:
            send(limit, worker, 400)
        except TooMany:
            return answered
    raise AssertionError("Nobody was kept waiting.")


@pytest.mark.parametrize("status", [200, 400, 404, 409, 413])
def test_so_many_that_come_to_nothing_are_answered_and_then_a_few_a_second(
    limit: Patience, clock: SimpleNamespace, status: int
) -> None:
    for _ in range(int(AT_ONCE)):
        send(limit, ADA, status)
    with pytest.raises(TooMany) as raised:
        limit.begin(ADA)
    assert raised.value.wait == 1
    clock.now += 2
    for _ in range(int(2 * A_SECOND)):
        send(limit, ADA, status)
    with pytest.raises(TooMany):
        limit.begin(ADA)


def test_who_sends_nothing_such_is_never_made_to_wait(limit: Patience) -> None:
    exhaust(limit, ADA)
    for _ in range(1000):
        send(limit, BOB, 201)
    with pytest.raises(TooMany):
        limit.begin(ADA)


def test_many_names_have_no_more_than_one_more_than_what_each_begins_with(limit: Patience) -> None:
    names = [str(number).encode() for number in range(100)]
    answered = 0
    for _ in range(10):
        for name in names:
            try:
                send(limit, name, 400)
            except TooMany:
                continue
            answered += 1
    assert answered <= len(names) + AT_ONCE


def test_what_is_stored_or_too_busy_is_not_counted(limit: Patience) -> None:
    send(limit, ADA, 400)
    for status in [201, 503] * 1000:
        send(limit, ADA, status)
    assert exhaust(limit, ADA) == AT_ONCE - 1


def test_what_is_still_being_answered_counts(limit: Patience) -> None:
    """Otherwise many concurrent ones would all pass before the first is known to be rejected."""
    send(limit, ADA, 400)
    for _ in range(int(AT_ONCE) - 1):
        limit.begin(ADA)
    with pytest.raises(TooMany):
        limit.begin(ADA)


def test_what_was_long_ago_is_forgiven(limit: Patience, clock: SimpleNamespace) -> None:
    exhaust(limit, ADA)
    clock.now += LATELY_SECONDS + 1
    exhaust(limit, BOB)
    send(limit, ADA, 201)


def test_only_so_many_are_remembered(limit: Patience) -> None:
    for number in range(MAX_REMEMBERED + 1):
        send(limit, str(number).encode(), 400)
    assert len(limit.idle_at) <= MAX_REMEMBERED
    assert str(MAX_REMEMBERED).encode() in limit.idle_at
