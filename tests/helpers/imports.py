"""Files that a job imports as datasets."""

from annotation.models import DatasetImport, Project, User
from annotation.services.datasets.datasets import store_upload
from annotation.services.jobs.dataset_imports import ask_to_import_upload
from tasks.run_job import run_job

FAULTY = "text,nr\none text,1\none text,2\n"


def requested_import(project: Project, user: User, body: str, name: str = "Large") -> DatasetImport:
    """Ask for the import of a file, however small it is."""
    upload = store_upload(
        project=project, user=user, name=name, filename="large.csv", body=body.encode()
    )
    return ask_to_import_upload(upload=upload, user=user)


def finish(job: DatasetImport) -> DatasetImport:
    """Carry out an import and return how it ended."""
    run_job("dataset_import", job.pk)
    job.refresh_from_db()
    return job


def refused_import(project: Project, user: User) -> DatasetImport:
    """Return an import that was refused for one of two rows."""
    return finish(requested_import(project, user, FAULTY, "Refused"))
