"""Imports of annotations by background jobs: watch them, and retry without invalid annotations."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from annotation.capabilities import Capability
from annotation.research.common.access import ResearcherRequest, needs, set_import_for
from annotation.research.common.paging import left_out_in
from annotation.research.sets.sets import refused_file
from annotation.services.errors import ServiceError
from annotation.services.jobs.set_imports import import_the_rest


@require_safe
@needs(Capability.SEE_TEXTS)
def show(request: ResearcherRequest, set_import_id: int) -> HttpResponse:
    """Members of the project: the progress of an import, its set, or the errors."""
    job = set_import_for(request, set_import_id)
    if job.made is not None and job.made.deleted_at is None:
        return redirect("research:set", job.made_id)
    context = {
        "project": job.dataset.project,
        "dataset": job.dataset,
        "import": job,
        "status": job.status,
        "under_way": job.under_way,
    } | refused_file(job.results)
    return render(request, "research/sets/import.html", context)


@require_POST
@needs(Capability.EDIT_DATASETS)
def rest(request: ResearcherRequest, set_import_id: int) -> HttpResponse:
    """Members of the project: import a refused file without the annotations that they have seen."""
    job = set_import_for(request, set_import_id)
    try:
        import_the_rest(job=job, user=request.user, leave_out=left_out_in(request))
    except ServiceError as error:
        messages.error(request, error.message)
    return redirect("research:set_import", job.pk)
