"""Messages to webhooks, sent in the lane of what waits for servers of others."""

from celery import shared_task

from annotation.services.webhooks.delivery import deliver_due, due, forget_deliveries
from tasks.advisory_lock import Lock, alone


@shared_task(name="tasks.deliver", acks_late=False)
def deliver() -> None:
    """Send what is due, for some seconds; if another process waits for an external server, leave it
    to the next sweep."""
    with alone(Lock.ELSEWHERE) as mine:
        if mine:
            deliver_due()


@shared_task(name="tasks.forget_deliveries")
def forget_old_deliveries() -> None:
    """Delete messages that were kept long enough; once an hour is enough."""
    forget_deliveries()


def is_due() -> bool:
    return due().exists()
