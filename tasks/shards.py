"""Long computations shared out over all Celery workers, in parts that read one snapshot, or what
does not change.

The process that needs the results computes parts, too, from the last to the first, while others
take them from the first on. So it never waits for a worker, and whatever happens to the others or
to Redis, the results are complete. They are the same however many processes take part, since the
parts are. PostgreSQL keeps the snapshot while the transaction that shares it is open, which is why
the parts are no chord (docs/decisions/0078-parts-of-one-snapshot.md).
"""

import logging
from collections.abc import Callable, Collection, Sequence
from typing import Any, TypeAlias

from celery import Task
from celery.result import AsyncResult
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from agreement.version import VERSION
from analysis.reading.snapshot import share_snapshot
from annotation.services.request_id import message_headers

logger = logging.getLogger(__name__)

Part: TypeAlias = tuple[Any, ...]
Seen: TypeAlias = Callable[[Collection[Any]], None]

UNREACHABLE = (OperationalError, RedisError, OSError)
# Outside of a worker, Celery listens for a result before it sends a message, and says so if it
# cannot.
NOT_SENT = (*UNREACHABLE, RuntimeError)
# Messages that no worker took by then are dropped.
EXPIRES_SECONDS = 600


class OtherVersion(Exception):
    """The process that needs a part runs another version of Midpath: its parts must not be mixed
    with those of this one."""


def require_version(version: str) -> None:
    if version != VERSION:
        raise OtherVersion(f"{version} needs this part, not {VERSION}.")


def shared_out(task: Task[Any, Any], parts: Sequence[Part]) -> list[Any]:
    """Return the results of a task for the arguments of each part, in their order.

    The task takes the name of a snapshot before them, None for that of its own transaction, and
    `version`, which it requires (`require_version`). Call this inside a snapshot.
    """
    shared = share_snapshot() if len(parts) > 1 else None
    elsewhere, here = ([(name, *part) for part in parts] for name in (shared, None))
    return _computed(task, elsewhere, here, lambda results: None)


def shared_out_fixed(task: Task[Any, Any], parts: Sequence[Part], seen: Seen) -> list[Any]:
    """Return the results of a task for the arguments of each part, in their order, if what it reads
    does not change, so that no snapshot is needed.

    `seen` is called with the results so far whenever there may be more; it may raise to stop.
    """
    return _computed(task, parts, parts, seen)


def _computed(
    task: Task[Any, Any], elsewhere: Sequence[Part], here: Sequence[Part], seen: Seen
) -> list[Any]:
    sent = _send(task, elsewhere) if len(elsewhere) > 1 else {}
    results: dict[int, Any] = {}
    try:
        for number in reversed(range(len(here))):
            _collect(sent, results)
            if number not in results:
                results[number] = task.run(*here[number])
            seen(results.values())
    finally:
        _withdraw(task, sent)
    return [results[number] for number in range(len(here))]


def _send(task: Task[Any, Any], parts: Sequence[Part]) -> dict[int, AsyncResult[Any]]:
    """Send a message for each part; as soon as Redis cannot be reached, no more."""
    sent = {}
    try:
        for number, part in enumerate(parts):
            sent[number] = task.apply_async(
                args=part,
                kwargs={"version": VERSION},
                headers=message_headers(),
                retry=False,
                expires=EXPIRES_SECONDS,
            )
    except NOT_SENT as error:
        logger.warning("Could not share out %s, which takes longer alone: %s", task.name, error)
    return sent


def _collect(sent: dict[int, AsyncResult[Any]], results: dict[int, Any]) -> None:
    """Take the results that have come out of Redis, which has little room; a part that failed
    elsewhere is left to this process."""
    try:
        for number in sent.keys() - results.keys():
            result = sent[number]
            if result.successful():
                results[number] = result.result
                sent.pop(number).forget()
    except UNREACHABLE as error:
        logger.warning("Could not ask for results: %s", error)
        sent.clear()


def _withdraw(task: Task[Any, Any], sent: dict[int, AsyncResult[Any]]) -> None:
    """Let no worker begin a part that is no longer needed, and remove the results. A part that is
    being computed still leaves its own, which Redis drops after ten minutes."""
    try:
        if sent:
            task.app.control.revoke([result.id for result in sent.values()])
        for result in sent.values():
            result.forget()
    except UNREACHABLE as error:
        logger.warning("Could not withdraw what was shared out: %s", error)
