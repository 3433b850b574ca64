"""Send messages to Celery from web processes. A message is sent at once or not at all: rows in
PostgreSQL are the queue, and a sweep picks up rows whose message was lost."""

import logging
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from django.conf import settings
from django.utils.module_loading import import_string
from kombu.exceptions import OperationalError

from annotation.services.request_id import message_headers

logger = logging.getLogger(__name__)

# A message that waited longer is superseded by newer ones and would only delay the sweeps.
STALE_SECONDS = 5
NO_HEADERS: Mapping[str, str] = MappingProxyType({})


def send(task: str, *args: int | str, headers: Mapping[str, str] = NO_HEADERS) -> bool:
    """Send a message and return whether it was sent.

    `ignore_result` matters: without it Celery subscribes to the result, and if it cannot, raises an
    error that is no OSError."""
    try:
        import_string(settings.TASK_APPLICATION).send_task(
            task,
            args=args,
            headers={**message_headers(), **headers},
            retry=False,
            ignore_result=True,
            expires=STALE_SECONDS,
        )
    except (OperationalError, OSError) as error:
        logger.warning("Could not reach Redis; the sweep will begin %s instead: %s", task, error)
        return False
    return True


def send_each(task: str, row_ids: Iterable[int]) -> bool:
    """Send a message for each row and return whether all were sent. After the first failure, no
    more are sent."""
    return all(send(task, row_id) for row_id in row_ids)
