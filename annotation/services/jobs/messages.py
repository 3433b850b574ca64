"""Messages to Celery from whoever serves people: sent at once or not at all. Rows in PostgreSQL are
the queue, and a sweep finds what a lost message left."""

import logging

from celery import current_app
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)

# What waited longer has been overtaken by newer messages and would only hold up the sweeps.
STALE_SECONDS = 5


def send(task: str, row_id: int) -> bool:
    """Whether it was sent. Unless told that nobody waits for a result, Celery listens for it from
    here on, and raises what is no OSError where it cannot."""
    try:
        current_app.send_task(
            task, args=(row_id,), retry=False, ignore_result=True, expires=STALE_SECONDS
        )
    except (OperationalError, OSError) as error:
        logger.warning("Could not reach Redis; the sweep will begin %s instead: %s", task, error)
        return False
    return True
