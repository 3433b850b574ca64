"""Work that only one process at a time may do, by a lease: a row that its owner renews.

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
from enum import StrEnum
from threading import Event, Thread
from uuid import UUID, uuid4

from django.db import Error, connection
from django.db.models import QuerySet
from django.db.models.functions import Now

from annotation.models import Lease

logger = logging.getLogger(__name__)

LENGTH = timedelta(seconds=60)
# A lease survives three renewals that fail or come late.
RENEWED_EVERY = LENGTH / 4
# Neither a live lease nor its renewal is locked, so nothing waits here.
TAKE = """
INSERT INTO annotation_lease AS held (name, owner, ends_at)
SELECT %(name)s, %(owner)s, statement_timestamp() + make_interval(secs => %(length)s)
WHERE NOT EXISTS (
    SELECT FROM annotation_lease WHERE name = %(name)s AND ends_at > statement_timestamp()
)
ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, ends_at = excluded.ends_at
WHERE held.ends_at <= statement_timestamp()
"""


class Lock(StrEnum):
    REPORT = "report"
    RECONCILE = "reconcile"
    ELSEWHERE = "elsewhere"
    EXPORT = "export"


@contextmanager
def alone(job: Lock) -> Iterator[bool]:
    """Yield whether this process has the lease of the job until the end of the block."""
    owner = uuid4()
    if not _take(job, owner):
        yield False
        return
    mine, ended = Lease.objects.filter(name=job, owner=owner), Event()
    renewals = Thread(target=_renew, args=(mine, job, ended), daemon=True)
    renewals.start()
    try:
        yield True
    finally:
        ended.set()
        renewals.join()
        # Without a connection it ends by itself, and the error of the work is the one to see.
        with suppress(Error):
            mine.delete()


def _take(job: Lock, owner: UUID) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(TAKE, {"name": job, "owner": owner, "length": LENGTH.total_seconds()})
        taken: bool = cursor.rowcount == 1
    return taken


def _renew(mine: QuerySet[Lease], job: Lock, ended: Event) -> None:
    """Renew a lease on a connection of this thread, which short work never opens."""
    while not ended.wait(RENEWED_EVERY.total_seconds()):
        try:
            if not mine.update(ends_at=Now() + LENGTH):
                logger.error("The lease of %s was lost: its process was stopped for long.", job)
                return
        except Error as error:
            logger.warning("The lease of %s was not renewed: %s", job, error)
        finally:
            connection.close()
