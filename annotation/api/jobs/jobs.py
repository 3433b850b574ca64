"""The operations on jobs, the same for every kind: they list, request, read, discard and restore
them. A kind declares its operations as `JobOperations`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db.models import Model, QuerySet
from django.urls import URLPattern
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.basic_fields import Choice, DateTime, Integer, String
from annotation.api.fields import Form
from annotation.api.operations import (
    ResearcherOperation,
    edits_datasets,
    operation,
    sees_figures,
    url,
)
from annotation.api.pagination import PageOf, Paging
from annotation.api.rename import Named, rename_url
from annotation.api.scope import (
    caller,
    campaigns_of,
    dataset_for,
    datasets_of,
    note_project,
    project_for,
    projects_of,
    refuse,
)
from annotation.capabilities import Capability
from annotation.models import Job as JobModel
from annotation.scopes import Scope
from annotation.services.jobs.jobs import discard_job, restore_job
from annotation.services.jobs.kinds import JobKind, kind_of

Work = TypeVar("Work", bound=JobModel)
# A kind whose discarded jobs lose what they need cannot be restored.
ACTIONS: Sequence[tuple[str, Callable[..., None], str]] = (
    ("discard", discard_job, "Discard its results, or stop it. It can be restored for a day."),
    ("restore", restore_job, "Restore it. A stopped job starts again."),
)
# The objects to which jobs may belong: those of the caller, and a single one.
PARENT_ROWS: Mapping[str, Callable[[Request], QuerySet[Any]]] = {
    "project": projects_of,
    "dataset": datasets_of,
    "campaign": campaigns_of,
}
PARENTS: Mapping[str, Callable[[Request, int], Model]] = {
    "project": project_for,
    "dataset": dataset_for,
}


class JobState(Form):
    """A background job on a dataset: poll it until it is ready."""

    id = Integer("Its number.")
    dataset = Integer("What it reads.", source="dataset_id")
    name = String("Its name.")
    status = Choice("Its status; a ready job has results.", JobModel.Status.choices)
    done = Integer("The number of finished steps.")
    total = Integer("The number of steps; 0: not known yet.")
    problem = String("Why it failed, and what to do; else empty.")
    asked_at = DateTime("When it was requested.")


class Job(JobState):
    """A job on a dataset that has options."""

    options = serializers.SerializerMethodField(help_text="Its options, by name.")

    def get_options(self, job: Any) -> dict[str, Any]:
        found: dict[str, Any] = job.options.as_json()
        return found


def jobs_of(request: Request, model: type[Work]) -> QuerySet[Work]:
    kind = kind_of(model)
    rows = model._default_manager.filter(**{f"{kind.of}__in": PARENT_ROWS[kind.of](request)})
    return rows.select_related(*kind.related).defer(*kind.unread)


def listed(rows: QuerySet[Work]) -> QuerySet[Work]:
    """Return the jobs without what may be large."""
    return rows.defer(*kind_of(rows.model).large).select_related("dataset")


def job_for(request: Request, model: type[Work], job_id: int) -> Work:
    """Return a job, also a discarded one while it can be restored."""
    found = jobs_of(request, model).filter(pk=job_id).first()
    found = found or refuse(request, kind_of(model).name, job_id)
    note_project(request, found.home_project_id)
    return found


@dataclass(frozen=True, kw_only=True)
class JobOperations:
    """The operations on one kind of job.

    `folder` begins their URLs. `listed` is the form of a job in a list, `found` that of one that is
    read, for which the caller needs the capability `sees`. `list_doc` and `read_doc` describe these
    two operations, which belong to the group of the form's module. `ask` requests a job; None for
    kinds that are requested elsewhere."""

    kind: JobKind
    folder: str
    listed: type[Form]
    list_doc: str
    found: type[Form]
    read_doc: str
    sees: Capability
    ask: type[ResearcherOperation] | None = None


def job_urls(operations: JobOperations, *further: URLPattern) -> list[URLPattern]:
    """Return the URLs that list, request, read, discard, restore and rename jobs of one kind, and
    further ones of a job."""
    kind, folder = operations.kind, operations.folder
    job = f"{folder}/<int:{kind.name}_id>"
    in_list = [one for one in (_list_of(operations), operations.ask) if one is not None]
    urls = [
        url(f"{kind.of}s/<int:{kind.of}_id>/{folder}", folder.replace("-", "_"), *in_list),
        url(job, kind.name, _read(operations)),
        *further,
    ]
    for action, service, docstring in ACTIONS[:1] if kind.dropped else ACTIONS:
        act = _act(operations, action, service, docstring)
        urls.append(url(f"{job}/{action}", f"{action}_{kind.name}", act))
    if kind.named:
        named = Named(folder, job_finder(kind.model), Capability.EDIT_DATASETS)
        urls.append(rename_url(kind.name, named))
    return urls


def _list_of(operations: JobOperations) -> type[ResearcherOperation]:
    kind, folder = operations.kind, operations.folder

    def get(self: ResearcherOperation, request: Request, **ids: int) -> Response:
        parent = PARENTS[kind.of](request, ids[f"{kind.of}_id"])
        rows = listed(kind.model._default_manager.filter(**{kind.of: parent}))
        return self.page(rows)

    get.__doc__, get.__module__ = operations.list_doc, operations.listed.__module__
    get.__qualname__ = f"{folder.title().replace('-', '')}.get"
    page = PageOf(operations.listed, folder.rpartition("-")[2])
    declared = sees_figures(name=f"list_{folder.replace('-', '_')}", asks=Paging, gives=page)
    return type("List", (ResearcherOperation,), {"get": declared(get)})


def _read(operations: JobOperations) -> type[ResearcherOperation]:
    kind, form = operations.kind, operations.found

    def get(self: ResearcherOperation, request: Request, **ids: int) -> Response:
        return job_response(form, job_for(request, kind.model, ids[f"{kind.name}_id"]))

    get.__doc__, get.__module__ = operations.read_doc, operations.listed.__module__
    declared = operation(name=f"read_{kind.name}", needs=operations.sees, gives={200: form})
    return type("Read", (ResearcherOperation,), {"get": declared(get)})


def _act(
    operations: JobOperations, action: str, service: Callable[..., None], docstring: str
) -> type[ResearcherOperation]:
    kind, form = operations.kind, operations.listed

    def post(self: ResearcherOperation, request: Request, **ids: int) -> Response:
        job = job_for(request, kind.model, ids[f"{kind.name}_id"])
        service(job=job, user=caller(request))
        return job_response(form, job)

    post.__doc__ = docstring
    declared = edits_datasets(
        name=f"{action}_{kind.name}", scopes=(Scope.DELETE,), gives={200: form}
    )
    return type(action.title(), (ResearcherOperation,), {"post": declared(post)})


def job_finder(model: type[Work]) -> Callable[[Request, int], Work]:
    return lambda request, job_id: job_for(request, model, job_id)


def job_response(form: type[Form], job: JobModel, status: int = 200) -> Response:
    """Return a job in its current state."""
    job.refresh_from_db()
    return Response(form(job).data, status)
