"""Reading from a replica (MIDPATH_REPLICA_URL) what may be seconds old.

Only pages and files that say so read from it (annotation.research.common.replica): claims,
submissions and everything else use the primary. Within `on_replica`, the connection of this thread
is the replica's, so all queries of a page see one server, also those without a model. A write
fails there."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, Error, connections
from django.db.backends.base.base import BaseDatabaseWrapper

REPLICA = "replica"
# Beyond this, pages are read from the primary.
MAX_SECONDS_BEHIND = 5.0
MEASURED_EVERY = 1.0
# A measurement that takes longer hangs, as pages would.
MEASURED_WITHIN = 3.0
TRIED_AGAIN_AFTER = 10.0
# Both times are of the primary's clock.
WRITTEN = "SELECT pg_current_wal_lsn(), clock_timestamp()"
BEHIND = """
SELECT CASE WHEN pg_last_wal_replay_lsn() >= %s THEN 0
ELSE EXTRACT(EPOCH FROM %s - pg_last_xact_replay_timestamp()) END
"""


@dataclass
class Gauge:
    """Measures how far the replica is behind, once a second: not at all if it has
    replayed everything, else since the last transaction that it has replayed."""

    _lock: Lock = field(default_factory=Lock)
    _next_at: float = 0.0
    _seconds: float | None = None

    def seconds_behind(self) -> float | None:
        """Return what was measured within the last seconds; None if the replica cannot be reached,
        or is none."""
        if time.monotonic() >= self._next_at and self._lock.acquire(blocking=False):
            try:
                self._measure()
            finally:
                self._lock.release()
        # Another thread is still measuring.
        is_late = time.monotonic() > self._next_at + MEASURED_WITHIN
        return None if is_late else self._seconds

    def give_up(self) -> None:
        """Read from the primary for a while, after an error of the replica."""
        connections[REPLICA].close()
        self._seconds, self._next_at = None, time.monotonic() + TRIED_AGAIN_AFTER

    def _measure(self) -> None:
        try:
            with on_primary():
                written = _row(DEFAULT_DB_ALIAS, WRITTEN)
            [seconds] = _row(REPLICA, BEHIND, written)
        except Error:
            self.give_up()
            return
        self._next_at = time.monotonic() + MEASURED_EVERY
        self._seconds = None if seconds is None else float(seconds)


gauge = Gauge()
# The connection to the primary, within `on_replica`.
_primary = ContextVar[BaseDatabaseWrapper | None]("primary", default=None)


def has_replica() -> bool:
    return REPLICA in settings.DATABASES


def is_usable() -> bool:
    """Return whether pages can be read from the replica now."""
    seconds = gauge.seconds_behind() if has_replica() else None
    return seconds is not None and seconds <= MAX_SECONDS_BEHIND


def reads_replica() -> bool:
    """Return whether this is within `on_replica`."""
    return _primary.get() is not None


def seconds_behind_here() -> float | None:
    """Return how old what is read here may be; None if it is read from the primary."""
    return gauge.seconds_behind() if reads_replica() else None


@contextmanager
def on_replica() -> Iterator[None]:
    """Let the default connection of this thread be the replica's."""
    primary = connections[DEFAULT_DB_ALIAS]
    token = _primary.set(primary)
    connections[DEFAULT_DB_ALIAS] = connections[REPLICA]
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = primary
        _primary.reset(token)


@contextmanager
def on_primary() -> Iterator[None]:
    """Use the primary again within `on_replica`, for access checks and audits."""
    primary, here = _primary.get(), connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = primary or here
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = here


def _row(alias: str, query: str, values: Sequence[Any] = ()) -> tuple[Any, ...]:
    with connections[alias].cursor() as cursor:
        cursor.execute(query, values)
        found: tuple[Any, ...] = cursor.fetchone()
    return found
