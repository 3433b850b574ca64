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
from annotation.models import DatasetImport, Job
from annotation.research.common.access import (
    ResearcherRequest,
    alignment_for,
    dataset_import_for,
    draw_for,
    needs,
    set_import_for,
    snapshot_for,
    typology_for,
)
from annotation.services.jobs.jobs import discard_job, restore_job
from annotation.services.jobs.kinds import (
    ALIGNMENT,
    DATASET_IMPORT,
    DRAW,
    KINDS,
    SET_IMPORT,
    SNAPSHOT,
    TYPOLOGY,
)


@dataclass(frozen=True, kw_only=True)
class JobPages:
    """The pages of one kind of job.

    `progress` is the template of its progress. `discarded` and `restored` are messages; `after`
    returns where to go after discarding a job, for kinds that have no page for discarded ones."""

    find: Callable[[ResearcherRequest, int], Job]
    progress: str
    discarded: str = ""
    restored: str = ""
    after: Callable[[Any], HttpResponse] | None = None


def after_job(job: Job) -> HttpResponse:
    return redirect("research:dataset", job.dataset_id)


def after_import(job: DatasetImport) -> HttpResponse:
    """Return to the upload if it still exists, else to the datasets."""
    if job.upload_id is not None and job.given == "":
        return redirect("research:upload", job.upload_id)
    return redirect("research:datasets", job.project_id)


PAGES = {
    DRAW.name: JobPages(
        find=draw_for,
        progress="research/datasets/draw_progress.html",
        discarded="The sample was discarded. No dataset was created.",
        after=after_job,
    ),
    ALIGNMENT.name: JobPages(find=alignment_for, progress="research/alignments/progress.html"),
    SET_IMPORT.name: JobPages(
        find=set_import_for,
        progress="research/sets/import_progress.html",
        discarded="The import is discarded. Nothing of the file was imported.",
        after=after_job,
    ),
    DATASET_IMPORT.name: JobPages(
        find=dataset_import_for,
        progress="research/datasets/import_progress.html",
        discarded="The import is discarded. Nothing of the file was imported.",
        after=after_import,
    ),
    SNAPSHOT.name: JobPages(
        find=snapshot_for,
        progress="research/snapshots/progress.html",
        restored="Restored.",
    ),
    TYPOLOGY.name: JobPages(
        find=typology_for,
        progress="research/datasets/typology_progress.html",
        restored="Restored.",
    ),
}


@require_safe
@needs(Capability.SEE_FIGURES)
def progress(request: ResearcherRequest, /, kind: str, **ids: int) -> HttpResponse:
    """Members of the project: the part of a page that shows progress. When the job ends, the page
    reloads."""
    job = _job(request, kind, ids)
    response = render(request, PAGES[kind].progress, {"job": job})
    if not job.under_way:
        response.headers["HX-Refresh"] = "true"
    return response


@require_POST
@needs(Capability.EDIT_DATASETS)
def discard(request: ResearcherRequest, /, kind: str, **ids: int) -> HttpResponse:
    """Members of the project. A running job stops. The next page offers to undo it, if the kind can
    be restored."""
    job, pages = _job(request, kind, ids), PAGES[kind]
    discard_job(job=job, user=request.user)
    if pages.discarded:
        messages.success(request, pages.discarded)
    return redirect(f"research:{kind}", job.pk) if pages.after is None else pages.after(job)


@require_POST
@needs(Capability.EDIT_DATASETS)
def restore(request: ResearcherRequest, /, kind: str, **ids: int) -> HttpResponse:
    """Members of the project. A stopped job starts again."""
    job, pages = _job(request, kind, ids), PAGES[kind]
    restore_job(job=job, user=request.user)
    if pages.restored:
        messages.success(request, pages.restored)
    return redirect(f"research:{kind}", job.pk)


def job_urls(kind: str, folder: str) -> list[URLPattern]:
    """Return the URLs for watching, discarding and restoring jobs of one kind."""
    job, of_kind = f"{folder}/<int:{kind}_id>", {"kind": kind}
    found = [
        path(f"{job}/progress/", progress, of_kind, name=f"{kind}_progress"),
        path(f"{job}/discard/", discard, of_kind, name=f"discard_{kind}"),
    ]
    if not KINDS[kind].dropped:
        found.append(path(f"{job}/restore/", restore, of_kind, name=f"restore_{kind}"))
    return found


def _job(request: ResearcherRequest, kind: str, ids: dict[str, int]) -> Job:
    return PAGES[kind].find(request, ids[f"{kind}_id"])
