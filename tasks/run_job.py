"""The one Celery task of all jobs, and what makes the jobs of the core."""

from collections import ChainMap
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache

from celery import shared_task

from analysis.snapshots.snapshot_build import write_snapshot
from annotation.addons import modules_of_addons
from annotation.models import DatasetImport, SetImport, Snapshot
from annotation.services.errors import Conflict
from annotation.services.jobs.dataset_imports import make_dataset
from annotation.services.jobs.kinds import (
    DATASET_IMPORT,
    SET_IMPORT,
    SNAPSHOT,
    JobKind,
    job_kinds,
)
from annotation.services.jobs.set_imports import NotImported, make_set
from midpath.progress import Failed, Progress
from tasks.jobs import Made, Make, begin, perform
from tasks.leases import alone

MAX_PROBLEM_LENGTH = 500


@contextmanager
def importing() -> Iterator[None]:
    """Let the job fail if the file cannot be imported."""
    try:
        yield
    except NotImported as error:
        raise Failed(str(error)[:MAX_PROBLEM_LENGTH], error.details) from error


def make_dataset_import(found: DatasetImport, progress: Progress) -> Made:
    """Create the dataset of a file; the job's steps are the rows."""
    with importing():
        dataset = make_dataset(job=found, run=found.run, progress=progress)
    left_out = dataset.details.get("left_out", {}).get("rows", 0)
    return {"results": {"items": dataset.item_count, "left_out": left_out}}


def make_set_import(found: SetImport, progress: Progress) -> Made:
    """Create the set of a file; the job's steps are the annotations."""
    with importing():
        own = make_set(job=found, run=found.run, progress=progress)
    counts = {
        "annotations": own.annotation_count,
        "annotators": own.annotator_count,
        "items": own.item_count,
        "left_out": own.left_out,
    }
    return {"results": counts, "made": own, "body": b""}


def make_snapshot(snapshot: Snapshot, progress: Progress) -> Made:
    """Write the files of a snapshot, or fail if a requested one cannot represent the judgments."""
    try:
        return {"results": write_snapshot(snapshot, progress)}
    except Conflict as error:
        raise Failed(error.message) from error


MAKERS: dict[str, Make] = {
    DATASET_IMPORT.name: make_dataset_import,
    SET_IMPORT.name: make_set_import,
    SNAPSHOT.name: make_snapshot,
}


@cache
def makers() -> Mapping[str, Make]:
    """Return what makes each kind of job, with those that add-ons list in their modules
    `job_makers`."""
    of_addons = [module.MAKERS for module in modules_of_addons("job_makers")]
    return ChainMap(MAKERS, *of_addons)


@shared_task(name="tasks.job", acks_late=False)
def run_job(name: str, job_id: int) -> bool:
    """Run a job. If another process runs it, or its lane is full, leave it to the next sweep."""
    return make_job(job_kinds()[name], job_id, makers()[name])


def make_job(kind: JobKind, job_id: int, make: Make) -> bool:
    with alone(f"job {kind.name} {job_id}", kind.lane) as mine:
        run = begin(kind, job_id) if mine else None
        if run is not None:
            found = kind.model._default_manager.select_related("dataset").get(pk=job_id)
            perform(found, run, make)
    return run is not None
