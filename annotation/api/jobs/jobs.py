"""The common parts of operations on all kinds of jobs: their form, discarding and restoring
them."""

from typing import Any, TypeVar

from django.db.models import QuerySet
from django.urls import URLPattern, path
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.fields import Form
from annotation.api.operations import ResearcherOperation, address, operation
from annotation.api.scope import caller, datasets_of, note_project, projects_of, refuse
from annotation.capabilities import Capability
from annotation.models import DatasetImport, SetImport
from annotation.models import Job as JobModel
from annotation.scopes import Scope
from annotation.services.jobs.jobs import discard_job, restore_job
from annotation.services.jobs.kinds import JobKind, kind_of

Work = TypeVar("Work", bound=JobModel)
REFUSES = (401, 404, 409)


class JobState(Form):
    """A background job on a dataset: poll it until it is ready."""

    id = serializers.IntegerField(help_text="Its number.")
    dataset = serializers.IntegerField(source="dataset_id", help_text="What it reads.")
    name = serializers.CharField(help_text="Its name.")
    status = serializers.ChoiceField(
        JobModel.Status.choices, help_text="Its status; a ready job has results."
    )
    done = serializers.IntegerField(help_text="The number of finished steps.")
    total = serializers.IntegerField(help_text="The number of steps; 0: not known yet.")
    problem = serializers.CharField(help_text="Why it failed, and what to do; else empty.")
    asked_at = serializers.DateTimeField(help_text="When it was requested.")


class Job(JobState):
    """A job on a dataset that has options."""

    options = serializers.SerializerMethodField(help_text="Its options, by name.")

    def get_options(self, job: Any) -> dict[str, Any]:
        found: dict[str, Any] = job.options.as_json()
        return found


def jobs_of(request: Request, model: type[Work]) -> QuerySet[Work]:
    if model is DatasetImport:
        rows = model._default_manager.filter(project__in=projects_of(request))
        return rows.select_related("project")
    rows = model._default_manager.filter(dataset__in=datasets_of(request))
    files = ("body",) if model is SetImport else ()
    return rows.defer(*files).select_related("dataset__project")


def listed(rows: QuerySet[Work]) -> QuerySet[Work]:
    """Return the jobs without what may be large."""
    return rows.defer(*kind_of(rows.model).large)


def job_for(request: Request, model: type[Work], job_id: int) -> Work:
    """Return a job, also a discarded one while it can be restored."""
    found = jobs_of(request, model).filter(pk=job_id).first()
    found = found or refuse(request, kind_of(model).name, job_id)
    note_project(request, found.home_project_id)
    return found


def job_urls(of_kind: JobKind, folder: str, form: type[Form]) -> list[URLPattern]:
    """Return the URLs that discard and restore jobs of one kind."""
    kind, model = of_kind.name, of_kind.model

    class Discard(ResearcherOperation):
        @operation(
            name=f"discard_{kind}",
            needs=Capability.EDIT_DATASETS,
            scopes=(Scope.DELETE,),
            gives={200: form},
            refuses=REFUSES,
        )
        def post(self, request: Request, **ids: int) -> Response:
            """Discard its results, or stop it. It can be restored for a day."""
            job = job_for(request, model, ids[f"{kind}_id"])
            discard_job(job=job, user=caller(request))
            return job_response(form, job)

    class Restore(ResearcherOperation):
        @operation(
            name=f"restore_{kind}",
            needs=Capability.EDIT_DATASETS,
            scopes=(Scope.DELETE,),
            gives={200: form},
            refuses=REFUSES,
        )
        def post(self, request: Request, **ids: int) -> Response:
            """Restore it. A stopped job starts again."""
            job = job_for(request, model, ids[f"{kind}_id"])
            restore_job(job=job, user=caller(request))
            return job_response(form, job)

    # This puts them into the group of the job's other operations.
    Discard.__module__ = Restore.__module__ = form.__module__
    steps: list[tuple[str, type[ResearcherOperation]]] = [("discard", Discard)]
    if not of_kind.dropped:
        steps.append(("restore", Restore))
    return [
        path(
            f"{folder}/<int:{kind}_id>/{step}",
            address(f"{step.title()}{kind.title().replace('_', '')}", view),
            name=f"{step}_{kind}",
        )
        for step, view in steps
    ]


def job_response(form: type[Form], job: JobModel, status: int = 200) -> Response:
    """Return a job in its current state."""
    job.refresh_from_db()
    return Response(form(job).data, status)
