"""Send messages to Celery from web processes. A message is sent at once or not at all: rows in
PostgreSQL are the queue, and a sweep picks up rows whose message was lost.

No message that is sent here expires. Celery would compare the clock of the sender with that of the
receiver, which may be ahead, and would then drop every message; and Redis would keep expired ones
until a worker takes them. Instead, none is sent to a queue in which many wait: those are for the
same rows, or the next sweep sends it. So a queue that no worker takes does not grow without end,
and soon lets sweeps through once one does.
"""

import logging
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string
from kombu.exceptions import OperationalError

from annotation.services.jobs.queues import queue_of
from annotation.services.request_id import message_headers

logger = logging.getLogger(__name__)

# A worker of one process takes so many folds in some seconds.
MAX_WAITING = 50
NO_HEADERS: Mapping[str, str] = MappingProxyType({})


def send(
    task: str, *args: int | str, headers: Mapping[str, str] = NO_HEADERS, always: bool = False
) -> bool:
    """Send a message, unless its queue is full, and return whether it was sent.

    `ignore_result` matters: without it Celery subscribes to the result, and if it cannot, raises an
    error that is no OSError."""
    application = import_string(settings.TASK_APPLICATION)
    try:
        if not always and _waiting_in(application, queue_of(task, args)) >= MAX_WAITING:
            logger.info("Many messages wait; the sweep will begin %s instead", task)
            return False
        application.send_task(
            task,
            args=args,
            headers={**message_headers(), **headers},
            retry=False,
            ignore_result=True,
        )
    except (OperationalError, OSError) as error:
        logger.warning("Could not reach Redis; the sweep will begin %s instead: %s", task, error)
        return False
    return True


def send_each(task: str, row_ids: Iterable[int]) -> bool:
    """Send a message for each row and return whether all were sent. After the first failure, no
    more are sent."""
    return all(send(task, row_id) for row_id in row_ids)


def _waiting_in(application: Any, queue: str) -> int:
    """Return how many messages wait in a queue. `autoretry` tries once, and lets errors of Redis be
    those of sending."""

    def count(channel: Any) -> int:
        waiting: int = channel.queue_declare(queue).message_count
        return waiting

    with application.connection_or_acquire() as connection:
        found, _ = connection.autoretry(count, max_retries=0)()
    return int(found)
