"""Choose the queue of a message to Celery from its task and arguments, in every process that sends
one: web processes send by name and know no tasks."""

from collections.abc import Mapping, Sequence
from functools import cache

from annotation.addons import declared_by_addons
from annotation.services.jobs.kinds import Lane, job_kinds

FOLDS, PARTS = "folds", "parts"
# Add-ons declare the queues of their tasks in `task_queues`; all other tasks are short.
CORE: Mapping[str, str] = {
    "tasks.compare_range": PARTS,
    "tasks.hold": Lane.COMPUTING,
    "tasks.invite": Lane.ELSEWHERE,
    "tasks.read_votes": PARTS,
    "tasks.reconcile_live": Lane.COMPUTING,
    "tasks.report": Lane.COMPUTING,
    "tasks.report_decisions": Lane.COMPUTING,
}


@cache
def _queues() -> Mapping[str, str]:
    return {**CORE, **declared_by_addons(lambda addon: addon.task_queues)}


def queue_of(name: str, args: Sequence[object] = ()) -> str:
    """Return the queue of a task; a job's is that of its kind, the first argument."""
    if name == "tasks.job" and args:
        kind = job_kinds().get(str(args[0]))
        return FOLDS if kind is None else kind.lane
    return _queues().get(name, FOLDS)


def route(name: str, args: Sequence[object] | None, *_: object, **__: object) -> dict[str, str]:
    """Route a message as Celery asks (CELERY_TASK_ROUTES)."""
    return {"queue": str(queue_of(name, args or ()))}
