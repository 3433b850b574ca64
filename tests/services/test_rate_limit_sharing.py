"""Processes of web servers share one limit, through a Redis that may be gone."""

from collections.abc import Iterator

import pytest
from django.conf import settings
from redis import Redis
from redis.exceptions import RedisError

from annotation.services.errors import TooMany
from annotation.services.people.rate_limit import Tempo, Who
from annotation.services.people.rate_limit_sharing import Buckets, Sharer
from embedded.redis import free_port
from tests.faults.processes import wait_for

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
