"""Imports of large files by background jobs: watch them, and retry without invalid rows."""

from collections.abc import Mapping
from functools import partial

from django.http import HttpResponse
from django.urls import reverse

from annotation.capabilities import Capability
from annotation.models import DatasetImport
from annotation.research.common.access import ResearcherRequest, needs
from annotation.research.common.jobs import JobPages, job_finder
from annotation.research.common.paging import left_out_in
from annotation.research.sets.set_imports import retry
from annotation.research.sets.sets import refused_file
from annotation.services.jobs.dataset_imports import import_other_rows
from midpath.exchange.lenient.nested_fields import NESTED
from midpath.text.formatting import counted

import_for = job_finder(DatasetImport)


def _faults(request: ResearcherRequest, job: DatasetImport) -> Mapping[str, object]:
    return {
        "reasons": job.results.get("reasons", {}),
        "nested": NESTED in job.results.get("reasons", {}),
        "own_upload": job.upload_id if job.user_id == request.user.pk and not job.given else None,
        **refused_file(job.results),
    }


def _progress(job: DatasetImport) -> Mapping[str, object]:
    """Describe the progress. How many rows the file has is only known when all are checked."""
    rows = counted(job.done, "row")
    stored = f"All {rows} are checked. They are being stored."
    return {"progress_text": stored if job.done == job.total else f"{rows} checked."}


def _dataset_of(job: DatasetImport) -> str | None:
    made = job.dataset
    if made is None or made.deleted_at is not None:
        return None
    return reverse("research:dataset", args=[made.pk])


def _after_discarding(job: DatasetImport) -> str:
    """Return to the upload if it still exists, else to the datasets."""
    if job.upload_id is not None and job.given == "":
        return reverse("research:upload", args=[job.upload_id])
    return reverse("research:datasets", args=[job.project_id])


PAGES = JobPages(
    name="dataset_import",
    route="dataset-imports/<int:dataset_import_id>/",
    find=import_for,
    sees=Capability.SEE_TEXTS,
    actions=("progress", "discard"),
    template="research/datasets/import.html",
    context=_faults,
    progress=_progress,
    result=_dataset_of,
    after=_after_discarding,
)


@needs(to_post=Capability.EDIT_DATASETS)
def rest(request: ResearcherRequest, dataset_import_id: int) -> HttpResponse:
    """Members of the project: import a refused file without the rows that they have seen."""
    service = partial(import_other_rows, leave_out=left_out_in(request))
    return retry(request, import_for(request, dataset_import_id), service)
