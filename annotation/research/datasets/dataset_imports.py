"""Imports of large files by background jobs: watch them, and retry without invalid rows."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from annotation.capabilities import Capability
from annotation.models import DatasetImport
from annotation.research.common.access import ResearcherRequest, dataset_import_for, needs
from annotation.research.common.paging import left_out_in
from annotation.research.sets.sets import refused_file
from annotation.services.errors import ServiceError
from annotation.services.jobs.dataset_imports import import_other_rows


@require_safe
@needs(Capability.SEE_TEXTS)
def show(request: ResearcherRequest, dataset_import_id: int) -> HttpResponse:
    """Members of the project: the progress of an import, its dataset, or the errors."""
    job = dataset_import_for(request, dataset_import_id)
    if job.dataset is not None and job.dataset.deleted_at is None:
        return redirect("research:dataset", job.dataset.pk)
    context = {
        "project": job.project,
        "import": job,
        "status": job.status,
        "under_way": job.under_way,
        "reasons": job.results.get("reasons", {}),
        "own_upload": job.upload_id if job.user_id == request.user.pk and not job.given else None,
    } | refused_file(job.results)
    return render(request, "research/datasets/import.html", context)


@require_POST
@needs(Capability.EDIT_DATASETS)
def rest(request: ResearcherRequest, dataset_import_id: int) -> HttpResponse:
    """Members of the project: import a refused file without the rows that they have seen."""
    job = dataset_import_for(request, dataset_import_id)
    try:
        import_other_rows(job=job, user=request.user, leave_out=left_out_in(request))
    except ServiceError as error:
        messages.error(request, error.message)
    return redirect("research:dataset_import", job.pk)


def after_discarding(job: DatasetImport) -> HttpResponse:
    """Return to the upload if it still exists, else to the datasets."""
    if job.upload_id is not None and job.given == "":
        return redirect("research:upload", job.upload_id)
    return redirect("research:datasets", job.project_id)
