"""Jobs that tests begin or carry out without a Celery process."""

from typing import TypeVar

from annotation.models import Job
from annotation.services.jobs.kinds import kind_of
from tasks.jobs import begin
from tasks.run_job import run_job

J = TypeVar("J", bound=Job)


def carry_out(job: J) -> J:
    """Carry out a job, and return it as it is afterwards."""
    run_job(kind_of(type(job)).name, job.pk)
    job.refresh_from_db()
    return job


def begun(job: Job) -> int:
    """Begin a job as a process does, and return the number of this run."""
    run = begin(kind_of(type(job)), job.pk)
    assert run is not None
    return run
