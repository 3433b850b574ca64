"""Long computations shared out over all Celery workers, in parts that read one snapshot.

The process that needs the results computes parts, too, from the last to the first, while others
take them from the first on. So it never waits for a worker, and whatever happens to the others or
to Redis, the results are complete. They are the same however many processes take part, since the
parts are. PostgreSQL keeps the snapshot while the transaction that shares it is open, which is why
the parts are no chord (docs/decisions/0078-parts-of-one-snapshot.md).
"""

import logging
from collections.abc import Sequence
from typing import Any

from celery import Task
from celery.result import AsyncResult
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from analysis.reading.snapshot import share_snapshot
from annotation.services.request_id import message_headers

logger = logging.getLogger(__name__)

UNREACHABLE = (OperationalError, RedisError, OSError)
# Messages that no worker took by then are dropped.
EXPIRES_SECONDS = 600


def shared_out(task: Task[Any, Any], parts: Sequence[tuple[Any, ...]]) -> list[Any]:
    """Return the results of a task for the arguments of each part, in their order.

    The task takes the name of a snapshot before them, None for that of its own transaction. Call
    this inside a snapshot.
    """
    sent = _send(task, parts) if len(parts) > 1 else {}
    results: dict[int, Any] = {}
    try:
        for number in reversed(range(len(parts))):
            _collect(sent, results)
            if number not in results:
                results[number] = task.run(None, *parts[number])
    finally:
        _withdraw(sent)
    return [results[number] for number in range(len(parts))]


def _send(task: Task[Any, Any], parts: Sequence[tuple[Any, ...]]) -> dict[int, AsyncResult[Any]]:
    """Send a message for each part; as soon as Redis cannot be reached, no more."""
    shared = share_snapshot()
    sent = {}
    try:
        for number, part in enumerate(parts):
            sent[number] = task.apply_async(
                args=(shared, *part),
                headers=message_headers(),
                retry=False,
                expires=EXPIRES_SECONDS,
            )
    except UNREACHABLE as error:
        logger.warning("Could not share out %s, which takes longer alone: %s", task.name, error)
    return sent


def _collect(sent: dict[int, AsyncResult[Any]], results: dict[int, Any]) -> None:
    """Take the results that have come; a part that failed elsewhere is left to this process."""
    try:
        for number, result in sent.items():
            if number not in results and result.successful():
                results[number] = result.result
    except UNREACHABLE as error:
        logger.warning("Could not ask for results: %s", error)
        sent.clear()


def _withdraw(sent: dict[int, AsyncResult[Any]]) -> None:
    try:
        for result in sent.values():
            result.forget()
    except UNREACHABLE as error:
        logger.warning("Could not withdraw what was shared out: %s", error)
