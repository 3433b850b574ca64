"""Rate limits of rejected submissions, shared by all processes through a Redis that may fail."""

from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from django.conf import settings
from redis import Redis
from redis.exceptions import RedisError

from annotation.services.errors import TooMany
from annotation.services.people import submit_backoff as module
from annotation.services.people.rate_limit import Tempo, Who
from annotation.services.people.rate_limit_sharing import Buckets, Sharer
from annotation.services.people.submit_backoff import (
    A_SECOND,
    AT_ONCE,
    LATELY_SECONDS,
    MAX_REMEMBERED,
    Patience,
)
from embedded.redis import free_port
from tests.faults.processes import wait_for

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


WHO = ("claim", "abc", "192.0.2.77")
KEYS = "midpath:tempo:*"


@pytest.fixture
def redis() -> Iterator[Redis]:
    """Return a Redis without leftovers of other tests."""
    client = Redis.from_url(settings.REDIS_URL)
    empty(client)
    yield client
    empty(client)


def empty(client: Redis) -> None:
    for key in client.scan_iter(KEYS):
        client.delete(key)


def take(process: Tempo) -> bool:
    """Take from a limit of one per minute."""
    try:
        process.take(WHO, a_minute=1, message="slow")
    except TooMany:
        return False
    return True


def processes(how_many: int) -> list[Tempo]:
    return [Tempo(on_take=lambda: None) for _ in range(how_many)]


def test_what_one_let_through_the_others_learn(redis: Redis) -> None:
    buckets, (one, two, three) = Buckets(settings.REDIS_URL), processes(3)
    assert take(one)
    one.exchange(buckets.add)
    # It has not heard of the first: what it lets through is owed by all.
    assert take(two)
    two.exchange(buckets.add)
    assert not take(two)
    with pytest.raises(TooMany) as refusal:
        two.take(WHO, a_minute=1, message="slow")
    assert 60 < refusal.value.wait <= 120
    assert not take(one)
    assert take(three)
    three.exchange(buckets.add)
    with pytest.raises(TooMany) as refusal:
        three.take(WHO, a_minute=1, message="slow")
    assert 120 < refusal.value.wait <= 180


def test_what_is_refused_is_due_by_nobody(redis: Redis) -> None:
    buckets, (one, two) = Buckets(settings.REDIS_URL), processes(2)
    assert [take(one) for _ in range(50)] == [True] + [False] * 49
    one.exchange(buckets.add)
    one.exchange(buckets.add)
    [key] = redis.scan_iter(KEYS)
    assert redis.pttl(key) <= 60_000
    assert not one.untold
    assert take(two)


def test_no_address_stands_in_redis_and_nothing_stays(redis: Redis) -> None:
    buckets, (one,) = Buckets(settings.REDIS_URL), processes(1)
    take(one)
    one.exchange(buckets.add)
    [key] = redis.scan_iter(KEYS)
    assert not any(part.encode() in key for part in WHO)
    assert 0 < redis.pttl(key) <= 60_000


def test_an_emptied_redis_forgives_nobody_here(redis: Redis) -> None:
    buckets, (one,) = Buckets(settings.REDIS_URL), processes(1)
    take(one)
    one.exchange(buckets.add)
    empty(redis)
    one.untold[WHO] = 0.001
    one.exchange(buckets.add)
    assert not take(one)


def test_while_redis_is_away_each_counts_for_itself() -> None:
    buckets, (one, two) = Buckets(f"redis://127.0.0.1:{free_port()}/0"), processes(2)
    for process in (one, two):
        assert take(process)
        with pytest.raises(RedisError):
            process.exchange(buckets.add)
        assert not take(process)
        assert process.untold == {}


def test_many_buckets_are_reported_in_parts(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("annotation.services.people.rate_limit_sharing.AT_ONCE", 3)
    buckets = Buckets(settings.REDIS_URL)
    taken: dict[Who, float] = {("api", str(number)): 60.0 + number for number in range(8)}
    found = buckets.add(taken)
    assert {who: round(ahead) for who, ahead in found.items()} == taken
    assert len(list(redis.scan_iter(KEYS))) == 8


def test_the_thread_reports_by_itself_and_outlives_a_failure(redis: Redis) -> None:
    one, (two,) = Tempo(), processes(1)
    one.on_take = Sharer(one, Buckets(settings.REDIS_URL)).wake
    assert take(one)
    wait_for(lambda: any(redis.scan_iter(KEYS)), seconds=20, what="the bucket")
    take(two)
    two.exchange(Buckets(settings.REDIS_URL).add)
    assert not take(two)
