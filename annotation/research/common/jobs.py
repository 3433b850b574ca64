"""Watch, discard and restore jobs, the same for every kind."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST, require_safe

from annotation.capabilities import Capability
from annotation.models import Job
from annotation.research.common.access import ResearcherRequest, needs
from annotation.services.jobs.jobs import discard_job, restore_job
from annotation.services.jobs.kinds import JobKind


@dataclass(frozen=True, kw_only=True)
class JobPages:
    """The pages of one kind of job.

    `progress` is the template of its progress. `discarded` and `restored` are messages; `after`
    returns where to go after discarding a job, for kinds that have no page for discarded ones."""

    kind: JobKind
    find: Callable[[ResearcherRequest, int], Job]
    progress: str
    discarded: str = ""
    restored: str = ""
    after: Callable[[Any], HttpResponse] | None = None

    def job(self, request: ResearcherRequest, ids: dict[str, int]) -> Job:
        return self.find(request, ids[f"{self.kind.name}_id"])

    def show(self, job: Job) -> HttpResponse:
        return redirect(f"research:{self.kind.name}", job.pk)


def after_job(job: Job) -> HttpResponse:
    return redirect("research:dataset", job.dataset_id)


@require_safe
@needs(Capability.SEE_FIGURES)
def progress(request: ResearcherRequest, /, pages: JobPages, **ids: int) -> HttpResponse:
    """Members of the project: the part of a page that shows progress. When the job ends, the page
    reloads."""
    job = pages.job(request, ids)
    response = render(request, pages.progress, {"job": job})
    if not job.under_way:
        response.headers["HX-Refresh"] = "true"
    return response


@require_POST
@needs(Capability.EDIT_DATASETS)
def discard(request: ResearcherRequest, /, pages: JobPages, **ids: int) -> HttpResponse:
    """Members of the project. A running job stops. The next page offers to undo it, if the kind can
    be restored."""
    job = pages.job(request, ids)
    discard_job(job=job, user=request.user)
    if pages.discarded:
        messages.success(request, pages.discarded)
    return pages.show(job) if pages.after is None else pages.after(job)


@require_POST
@needs(Capability.EDIT_DATASETS)
def restore(request: ResearcherRequest, /, pages: JobPages, **ids: int) -> HttpResponse:
    """Members of the project. A stopped job starts again."""
    job = pages.job(request, ids)
    restore_job(job=job, user=request.user)
    if pages.restored:
        messages.success(request, pages.restored)
    return pages.show(job)


def job_urls(pages: JobPages, folder: str) -> list[URLPattern]:
    """Return the URLs for watching, discarding and restoring jobs of one kind."""
    kind, given = pages.kind.name, {"pages": pages}
    job = f"{folder}/<int:{kind}_id>"
    found = [
        path(f"{job}/progress/", progress, given, name=f"{kind}_progress"),
        path(f"{job}/discard/", discard, given, name=f"discard_{kind}"),
    ]
    if not pages.kind.dropped:
        found.append(path(f"{job}/restore/", restore, given, name=f"restore_{kind}"))
    return found
