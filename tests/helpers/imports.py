"""Files that are imported as datasets, at once or by a job."""

from annotation.models import Dataset, DatasetImport, Project, User
from annotation.services.datasets.datasets import import_dataset, store_upload
from annotation.services.jobs.dataset_imports import ask_to_import_upload
from tasks.run_job import run_job
from tests.helpers.factories import make_project

FAULTY = "text,nr\none text,1\none text,2\n"


def imported(
    filename: str, body: str | bytes, name: str = "Imported", project: Project | None = None
) -> Dataset:
    """Import a file as a dataset."""
    return import_dataset(
        project=project or make_project(),
        user=None,
        name=name,
        filename=filename,
        body=body.encode() if isinstance(body, str) else body,
    )


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
