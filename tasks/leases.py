"""Work that only one process at a time may do, and lanes that run a few jobs at a time, by leases:
rows that their owner renews.

A lock of a database session would do with a connection per process, but a pool in transaction mode
gives the session to the next client, with its locks. A lease belongs to a process instead, by the
database's clock. It ends at most a minute after its owner was killed.

A process that was stopped for longer loses its lease without noticing, so whatever may not happen
twice has a guard of its own: docs/decisions/0074-leases-instead-of-session-locks.md lists them.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from threading import Event, Thread
from uuid import UUID, uuid4

from django.conf import settings
from django.db import Error, connection
from django.db.models import QuerySet
from django.db.models.functions import Now

from annotation.models import Lease
from annotation.services.jobs.kinds import Lane

logger = logging.getLogger(__name__)

LENGTH = timedelta(seconds=60)
# A lease survives three renewals that fail or come late.
RENEWED_EVERY = LENGTH / 4
# Takes the work, and the first free slot unless there are none to choose from. Neither a live lease
# nor its renewal is locked, so nothing waits here; the work comes first, so that two processes that
# want the same rows never wait for each other.
TAKE = """
WITH live AS (
    SELECT name FROM annotation_lease
    WHERE name = ANY(%(slots)s::text[] || %(work)s::text) AND ends_at > statement_timestamp()
), slot AS (
    SELECT name FROM unnest(%(slots)s::text[]) WITH ORDINALITY AS slots (name, position)
    WHERE name NOT IN (SELECT name FROM live) ORDER BY position LIMIT 1
)
INSERT INTO annotation_lease AS held (name, owner, ends_at)
SELECT name, %(owner)s, statement_timestamp() + make_interval(secs => %(length)s)
FROM (SELECT 1, %(work)s UNION ALL SELECT 2, name FROM slot) AS wanted (position, name)
WHERE NOT EXISTS (SELECT FROM live WHERE name = %(work)s)
  AND (%(slots)s::text[] = '{}' OR EXISTS (SELECT FROM slot))
ORDER BY position
ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, ends_at = excluded.ends_at
WHERE held.ends_at <= statement_timestamp()
RETURNING name
"""


def slots_of(lane: Lane) -> list[str]:
    """Return the names of the leases of which a work of the lane needs one."""
    return [f"{lane} slot {number}" for number in range(1, settings.LANES[lane] + 1)]


@contextmanager
def alone(work: str, lane: Lane | None = None) -> Iterator[bool]:
    """Yield whether this process may do the work until the end of the block: no other process does
    it, and its lane, if it has one, had a free slot."""
    owner = uuid4()
    taken = _take(work, slots_of(lane) if lane else [], owner)
    if not taken:
        yield False
        return
    mine, ended = Lease.objects.filter(name__in=taken, owner=owner), Event()
    renewals = Thread(target=_renew, args=(mine, work, len(taken), ended), daemon=True)
    renewals.start()
    try:
        yield True
    finally:
        ended.set()
        renewals.join()
        # Without a connection they end by themselves, and the error of the work is the one to see.
        with suppress(Error):
            mine.delete()


def _take(work: str, slots: list[str], owner: UUID) -> list[str]:
    """Take the lease of the work and of a slot, and return their names; none if that is
    impossible."""
    length = LENGTH.total_seconds()
    while True:
        with connection.cursor() as cursor:
            cursor.execute(TAKE, {"work": work, "slots": slots, "owner": owner, "length": length})
            taken = [name for (name,) in cursor.fetchall()]
        if not taken or len(taken) == (2 if slots else 1):
            return taken
        # Another process was faster with one of the two. If it took the slot, there may be another.
        Lease.objects.filter(name__in=taken, owner=owner).delete()
        if work not in taken:
            return []


def _renew(mine: QuerySet[Lease], work: str, how_many: int, ended: Event) -> None:
    """Renew leases on a connection of this thread, which short work never opens."""
    while not ended.wait(RENEWED_EVERY.total_seconds()):
        try:
            if mine.update(ends_at=Now() + LENGTH) < how_many:
                logger.error("The lease of %s was lost: its process was stopped for long.", work)
                return
        except Error as error:
            logger.warning("The lease of %s was not renewed: %s", work, error)
        finally:
            connection.close()
