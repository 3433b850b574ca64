"""The parts of one computation that wait for a process, and the results of others, in Redis.

It lasts for a minute after the process that needs the results was last heard of, and nothing relies
on it: a part that is lost here is computed by that process.
"""

from typing import Any, NamedTuple

from django.conf import settings
from kombu.utils.json import dumps, loads
from redis import Redis

KEPT_SECONDS = 60
SOCKET_SECONDS = 2


class Collected(NamedTuple):
    """Results by the numbers of their parts, and how many parts still wait."""

    results: dict[int, Any]
    waiting: int


class PartBoard:
    def __init__(self, name: str) -> None:
        self._redis: Any = Redis.from_url(
            settings.REDIS_URL,
            socket_timeout=SOCKET_SECONDS,
            socket_connect_timeout=SOCKET_SECONDS,
        )
        key = f"midpath:parts:{name}"
        self._inputs, self._waiting, self._found = f"{key}:in", f"{key}:waiting", f"{key}:found"

    def offer(self, count: int, inputs: str) -> None:
        with self._redis.pipeline() as pipe:
            pipe.set(self._inputs, inputs, ex=KEPT_SECONDS)
            pipe.rpush(self._waiting, *range(count))
            pipe.expire(self._waiting, KEPT_SECONDS)
            pipe.execute()

    def inputs(self) -> str | None:
        """Return the digest of what the parts are computed from; None if they are not needed."""
        found = self._redis.get(self._inputs)
        return None if found is None else found.decode()

    def take(self) -> int | None:
        """Take the first part that waits; no other process gets it."""
        number = self._redis.lpop(self._waiting)
        return None if number is None else int(number)

    def put(self, number: int, result: Any) -> None:
        with self._redis.pipeline() as pipe:
            pipe.rpush(self._found, dumps([number, result]))
            pipe.expire(self._found, KEPT_SECONDS)
            pipe.execute()

    def collect(self) -> Collected:
        """Take the results out, since Redis has little room, and say that the rest is needed."""
        with self._redis.pipeline() as pipe:
            pipe.lrange(self._found, 0, -1)
            pipe.delete(self._found)
            pipe.expire(self._inputs, KEPT_SECONDS)
            pipe.expire(self._waiting, KEPT_SECONDS)
            pipe.llen(self._waiting)
            found, *_, waiting = pipe.execute()
        return Collected(dict(map(loads, found)), waiting)

    def remove(self) -> None:
        self._redis.delete(self._inputs, self._waiting, self._found)
