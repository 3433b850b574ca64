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
def patience(clock: SimpleNamespace) -> Patience:
    return Patience(at=clock.now)


def send(patience: Patience, worker: bytes, status: int) -> None:
    patience.end(worker, counted=patience.begin(worker), status=status)


def exhaust(patience: Patience, worker: bytes) -> int:
    """Submit rejected answers until the worker has to wait; return how many were answered."""
    for answered in range(1000):
        try:
            send(patience, worker, 400)
        except TooMany:
            return answered
    raise AssertionError("Nobody was kept waiting.")


@pytest.mark.parametrize("status", [200, 400, 404, 409, 413])
def test_so_many_that_come_to_nothing_are_answered_and_then_a_few_a_second(
    patience: Patience, clock: SimpleNamespace, status: int
) -> None:
    for _ in range(int(AT_ONCE)):
        send(patience, ADA, status)
    with pytest.raises(TooMany) as told:
        patience.begin(ADA)
    assert told.value.wait == 1
    clock.now += 2
    for _ in range(int(2 * A_SECOND)):
        send(patience, ADA, status)
    with pytest.raises(TooMany):
        patience.begin(ADA)


def test_who_sends_nothing_such_is_never_kept_waiting(patience: Patience) -> None:
    exhaust(patience, ADA)
    for _ in range(1000):
        send(patience, BOB, 201)
    with pytest.raises(TooMany):
        patience.begin(ADA)


def test_many_names_have_no_more_than_one_beyond_what_each_begins_with(patience: Patience) -> None:
    names = [str(number).encode() for number in range(100)]
    answered = 0
    for _ in range(10):
        for name in names:
            try:
                send(patience, name, 400)
            except TooMany:
                continue
            answered += 1
    assert answered <= len(names) + AT_ONCE


def test_what_is_stored_or_too_busy_is_not_counted(patience: Patience) -> None:
    send(patience, ADA, 400)
    for status in [201, 503] * 1000:
        send(patience, ADA, status)
    assert exhaust(patience, ADA) == AT_ONCE - 1


def test_what_is_still_being_answered_counts(patience: Patience) -> None:
    """Otherwise many concurrent ones would all pass before the first is known to be rejected."""
    send(patience, ADA, 400)
    for _ in range(int(AT_ONCE) - 1):
        patience.begin(ADA)
    with pytest.raises(TooMany):
        patience.begin(ADA)


def test_what_was_long_ago_is_forgiven(patience: Patience, clock: SimpleNamespace) -> None:
    exhaust(patience, ADA)
    clock.now += LATELY_SECONDS + 1
    exhaust(patience, BOB)
    send(patience, ADA, 201)


def test_only_so_many_are_remembered(patience: Patience) -> None:
    for number in range(MAX_REMEMBERED + 1):
        send(patience, str(number).encode(), 400)
    assert len(patience.idle_at) <= MAX_REMEMBERED
    assert str(MAX_REMEMBERED).encode() in patience.idle_at
