"""Model requests, one by one for some seconds at a time, in the lane for external servers, so that
no report waits for them, and Prolific only for seconds."""

from celery import shared_task

from addons.model_annotators.services.requests import work_on
from annotation.services.jobs.kinds import Lane
from tasks.leases import alone


@shared_task(name="tasks.ask", acks_late=False)
def work_on_round(run_id: int) -> bool:
    """Work on a model round; if another process does so, or the lane is full, leave it to the next
    sweep."""
    with alone(f"ask {run_id}", Lane.ELSEWHERE) as mine:
        if mine:
            work_on(run_id)
    return mine
