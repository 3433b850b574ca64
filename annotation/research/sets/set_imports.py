"""Imports of annotations by background jobs: watch them, and retry without invalid annotations."""

from collections.abc import Callable, Mapping

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from annotation.capabilities import Capability
from annotation.models import DatasetImport, SetImport
from annotation.research.common.access import ResearcherRequest, needs
from annotation.research.common.jobs import JobPages, count_steps, job_finder
from annotation.research.common.paging import left_out_in
from annotation.research.sets.sets import refused_file
from annotation.services.errors import ServiceError
from annotation.services.jobs.kinds import kind_of
from annotation.services.jobs.set_imports import import_the_rest

import_for = job_finder(SetImport)


def _faults(request: ResearcherRequest, job: SetImport) -> Mapping[str, object]:
    return refused_file(job.results)


def _set_of(job: SetImport) -> str | None:
    made = job.made
    if made is None or made.deleted_at is not None:
        return None
    return reverse("research:set", args=[made.pk])


PAGES = JobPages(
    name="set_import",
    route="set-imports/<int:set_import_id>/",
    find=import_for,
    sees=Capability.SEE_TEXTS,
    actions=("progress", "discard"),
    template="research/sets/import.html",
    context=_faults,
    progress=count_steps("{done} of {steps} checked.", "annotation"),
    result=_set_of,
    after=lambda job: reverse("research:dataset", args=[job.dataset_id]),
)


@needs(to_post=Capability.EDIT_DATASETS)
def rest(request: ResearcherRequest, set_import_id: int) -> HttpResponse:
    """Members of the project: import a refused file without the annotations that they have seen."""
    return retry(request, import_for(request, set_import_id), import_the_rest)


def retry(
    request: ResearcherRequest, job: SetImport | DatasetImport, service: Callable[..., object]
) -> HttpResponse:
    """Retry an import without the rows with errors, and return to its page."""
    try:
        service(job=job, user=request.user, leave_out=left_out_in(request))
    except ServiceError as error:
        messages.error(request, error.message)
    return redirect(f"research:{kind_of(type(job)).name}", job.pk)
