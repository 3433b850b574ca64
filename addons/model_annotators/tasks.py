"""Model requests, one by one for some seconds at a time, in the lane for external servers, so that
no report waits for them, and Prolific only for seconds."""

from celery import shared_task

from addons.model_annotators.services.requests import work_on
from tasks.leases import Lock, alone


@shared_task(name="tasks.ask", acks_late=False)
def work_on_round(run_id: int) -> None:
    """Work on a model round; if another process waits for an external server, leave it to the next
    sweep."""
    with alone(Lock.ELSEWHERE) as mine:
        if mine:
            work_on(run_id)
