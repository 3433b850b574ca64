"""Let the processes of all web servers share one rate limit (decision 23).

Each process decides at once from its own memory. A separate thread adds what was let through to
buckets in Redis several times a second, and reads there what the others let through. So no request
waits for Redis, and while Redis is down each process counts for itself. Redis may be emptied at any
time: the buckets then fill up again from the next exchanges.

Keys are keyed hashes: Redis contains no readable addresses or tokens."""

import itertools
import logging
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.conf import settings
from django.utils.crypto import salted_hmac
from redis import Redis
from redis.exceptions import RedisError

from annotation.services.people.rate_limit import Tempo, Who, tempo

logger = logging.getLogger(__name__)

SALT = "annotation.tempo"
EVERY_SECONDS = 0.2
REST_AFTER_FAILURE_SECONDS = 2.0
MAX_ANSWER_SECONDS = 1.0
# Maximum number of buckets per call, so that Redis is never blocked for long.
AT_ONCE = 1_000

# A bucket is the time at which it is full, by the clock of Redis; a full one has no key.
ADD = """
local clock = redis.call('TIME')
local now = clock[1] + clock[2] / 1000000
local ahead = {}
for place, key in ipairs(KEYS) do
    local full = math.max(tonumber(redis.call('GET', key) or 0), now) + tonumber(ARGV[place])
    redis.call('SET', key, string.format('%.6f', full), 'PX', math.ceil((full - now) * 1000))
    ahead[place] = string.format('%.6f', full - now)
end
return ahead
"""


class Buckets:
    """The buckets in Redis shared by all processes."""

    def __init__(self, url: str) -> None:
        limits = {
            "socket_timeout": MAX_ANSWER_SECONDS,
            "socket_connect_timeout": MAX_ANSWER_SECONDS,
        }
        self._add = Redis.from_url(url, **limits).register_script(ADD)

    def add(self, taken: Mapping[Who, float]) -> dict[Who, float]:
        """Add seconds to buckets, and return in how many seconds each is full again."""
        found: dict[Who, float] = {}
        waiting = iter(taken)
        while part := list(itertools.islice(waiting, AT_ONCE)):
            keys = [_key(who) for who in part]
            ahead = self._add(keys=keys, args=[f"{taken[who]:.6f}" for who in part])
            found.update(zip(part, map(float, ahead), strict=True))
        return found


@dataclass
class Sharer:
    """A thread that exchanges what was taken, started by the first request of a process."""

    tempo: Tempo
    buckets: Buckets
    taken: threading.Event = field(default_factory=threading.Event)
    thread: threading.Thread | None = None

    def wake(self) -> None:
        self.taken.set()
        if self.thread is None or not self.thread.is_alive():
            self.thread = threading.Thread(target=self._run, name="tempo", daemon=True)
            self.thread.start()

    def _run(self) -> None:
        failing = False
        while True:
            self.taken.wait()
            self.taken.clear()
            try:
                self.tempo.exchange(self.buckets.add)
            except RedisError as error:
                if not failing:
                    logger.warning("Limits are counted by each process for itself: %s", error)
                failing = True
                time.sleep(REST_AFTER_FAILURE_SECONDS)
            else:
                failing = False
                time.sleep(EVERY_SECONDS)


def share_rate_limit() -> None:
    """Start to share this process's limits with those of other web servers."""
    tempo.on_take = Sharer(tempo, Buckets(settings.REDIS_URL)).wake


def _key(who: Who) -> str:
    return "midpath:tempo:" + salted_hmac(SALT, "\0".join(who), algorithm="sha256").hexdigest()
