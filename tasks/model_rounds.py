"""Model requests, one by one for some seconds at a time, in the lane for external servers, so that
no report waits for them, and Prolific only for seconds."""

from celery import shared_task
from django.db.models.functions import Now

from annotation.models import ModelRun
from annotation.services.machines.requests import work_on
from tasks.advisory_lock import Lock, alone


@shared_task(name="tasks.ask", acks_late=False)
def work_on_round(run_id: int) -> None:
    """Work on a model round; if another process waits for an external server, leave it to the next
    sweep."""
    with alone(Lock.ELSEWHERE) as mine:
        if mine:
            work_on(run_id)


def due_runs() -> list[int]:
    """Return the rounds to work on, the longest waiting first."""
    rows = ModelRun.objects.not_deleted().filter(
        status=ModelRun.Status.WAITING, rests_until__lte=Now()
    )
    return list(rows.order_by("beat_at", "pk").values_list("pk", flat=True))
