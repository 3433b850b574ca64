"""The one Celery task of all jobs."""

from collections import ChainMap
from collections.abc import Mapping
from functools import cache

from celery import shared_task

from annotation.addons import modules_of_addons
from annotation.services.jobs.kinds import DATASET_IMPORT, SET_IMPORT, SNAPSHOT, Lane, job_kinds
from tasks.advisory_lock import Lock, alone
from tasks.dataset_imports import make_dataset_import
from tasks.jobs import Make, begin, perform
from tasks.set_imports import make_set_import
from tasks.snapshots import make_snapshot

MAKERS: dict[str, Make] = {
    DATASET_IMPORT.name: make_dataset_import,
    SET_IMPORT.name: make_set_import,
    SNAPSHOT.name: make_snapshot,
}
LOCKS = {
    Lane.COMPUTING: Lock.REPORT,
    Lane.ELSEWHERE: Lock.ELSEWHERE,
    Lane.EXPORTS: Lock.EXPORT,
}


@cache
def makers() -> Mapping[str, Make]:
    """Return what makes each kind of job, with those that add-ons list in their modules
    `job_makers`."""
    of_addons = [module.MAKERS for module in modules_of_addons("job_makers")]
    return ChainMap(MAKERS, *of_addons)


@shared_task(name="tasks.job", acks_late=False)
def run_job(name: str, job_id: int) -> None:
    """Run a job. If another process runs it, or another job of its lane, leave it to the next
    sweep."""
    kind = job_kinds()[name]
    with alone(LOCKS[kind.lane]) as mine:
        run = begin(kind, job_id) if mine else None
        if run is not None:
            found = kind.model._default_manager.select_related("dataset").get(pk=job_id)
            perform(found, run, makers()[name])
