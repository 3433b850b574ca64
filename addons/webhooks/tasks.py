"""Messages to webhooks, sent in the lane for external servers."""

from celery import shared_task

from addons.webhooks.services.delivery import deliver_due, forget_deliveries
from annotation.services.jobs.kinds import Lane
from tasks.leases import alone


@shared_task(name="tasks.deliver", acks_late=False)
def deliver() -> bool:
    """Send due messages for some seconds; if another process does so, or the lane is full, leave
    them to the next sweep."""
    with alone("deliver", Lane.ELSEWHERE) as mine:
        if mine:
            deliver_due()
    return mine


@shared_task(name="tasks.forget_deliveries")
def forget_old_deliveries() -> None:
    """Delete deliveries past retention; once an hour is enough."""
    forget_deliveries()
