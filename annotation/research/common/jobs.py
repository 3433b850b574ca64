"""The life of a job, the same on the pages of every kind: it is requested, watched, stopped or
discarded, and restored.

A kind declares its pages as `JobPages`, of which `job_urls` makes the views. Its template extends
`research/common/job.html`, which shows a job in each of its states. Comparisons and rounds of a
model are not jobs in the database, but their pages are the same, because they are `Watched`, too.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Protocol, TypeVar, cast

from django.contrib import messages
from django.db.models import Model, QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse

from annotation.addons import NavigationEntry
from annotation.capabilities import Capability
from annotation.models import Dataset, Job, Project
from annotation.research.common.access import ResearcherRequest, found_for, needs
from annotation.research.common.forms import ServiceForm
from annotation.research.common.rename import Named, rename_url
from annotation.services.errors import ServiceError
from annotation.services.jobs.jobs import discard_job, restore_job
from annotation.services.jobs.kinds import kind_of
from midpath.text.formatting import counted

Work = TypeVar("Work", bound=Job)


class Watched(Protocol):
    """The parts of a job that its pages need. `home` is the object that it belongs to."""

    @property
    def name(self) -> str: ...
    @property
    def home(self) -> Dataset | Project: ...
    @property
    def under_way(self) -> bool: ...
    @property
    def is_discarded(self) -> bool: ...


def count_steps(sentence: str, step: str = "step") -> Callable[[Any], Mapping[str, object]]:
    """Return what describes the progress of a job, in a sentence with `done` and all `steps`."""
    return lambda job: {
        "progress_text": sentence.format(done=f"{job.done:,}", steps=counted(job.total, step))
    }


@dataclass(frozen=True, kw_only=True)
class JobPages:
    """The pages of one kind of job.

    `name` is the name of its page, whose URL is `route`. `sees` is the capability to see it, `acts`
    the one to discard and restore it; `actions` are those that the kind has. `template` shows it
    with what `context` returns, and `progress_template` its progress with what `progress` returns.
    `result` returns the URL of what a job made, if that page replaces the job's.

    `discard` and `restore` are the services. `discard_name` is the name of the URL that discards a
    job, unless it is the usual one, and `verb` the label of the button. `after` returns where to go
    then, for kinds that offer no undo. `rename_note` says what else a new name changes; `listed` is
    the entry of the navigation under which it is renamed."""

    name: str
    route: str
    find: Callable[..., Watched]
    sees: Capability
    acts: Capability = Capability.EDIT_DATASETS
    actions: Sequence[str] = ("progress", "discard", "restore", "rename")
    template: str
    context: Callable[[ResearcherRequest, Any], Mapping[str, object]] = lambda request, job: {}
    progress_template: str = "research/common/progress.html"
    progress: Callable[[Any], Mapping[str, object]] = lambda job: {}
    result: Callable[[Any], str | None] = lambda job: None
    discard: Callable[..., object] = discard_job
    restore: Callable[..., object] = restore_job
    discard_name: str = ""
    verb: str = "Discard"
    after: Callable[[Any], str] | None = None
    rename_note: str = ""
    listed: NavigationEntry | None = None

    @property
    def named(self) -> Named:
        """Return how its jobs are renamed."""
        return Named(find=self.find, needs=self.acts, note=self.rename_note, listed=self.listed)

    def url_name(self, action: str) -> str:
        """Return the name of the URL of an action."""
        match action:
            case "progress":
                return f"{self.name}_progress"
            case "discard" if self.discard_name:
                return self.discard_name
        return f"{action}_{self.name}"


def job_for(request: ResearcherRequest, model: type[Work], job_id: int) -> Work:
    """Return a job, also a discarded one while it can be restored."""
    kind = kind_of(model)
    rows: QuerySet[Work] = cast(Any, model._default_manager).visible_to(request.user)
    rows = rows.filter(pk=job_id).select_related(*kind.related).defer(*kind.unread)
    return found_for(request, rows, kind.name, job_id)


def job_finder(model: type[Work]) -> Callable[[ResearcherRequest, int], Work]:
    return lambda request, job_id: job_for(request, model, job_id)


def ask_or_show(
    request: ResearcherRequest,
    form: ServiceForm,
    ask: Callable[..., Model],
    page: str,
    context: Mapping[str, object],
    template: str,
    before: Sequence[int] = (),
    renamed: Mapping[str, str] = MappingProxyType({}),
) -> HttpResponse:
    """Request a job with what a valid form gives to the service `ask`, and go to its page;
    otherwise, show the form. `before` are the ids before the job's in the URL, `renamed` the fields
    that the service names differently."""
    if form.is_bound and form.is_valid():
        with form.showing(ServiceError, None, own_status=True, **renamed):
            return redirect(f"research:{page}", *before, ask(**form.given()).pk)
    return render(request, template, {**context, "form": form}, status=form.status)


def show(request: ResearcherRequest, /, pages: JobPages, **ids: int) -> HttpResponse:
    """Members of the project: the progress of a job, its results, or how to restore it."""
    job = pages.find(request, *ids.values())
    made = pages.result(job)
    return redirect(made) if made else render_job(request, pages, job, [*ids.values()])


def render_job(
    request: ResearcherRequest,
    pages: JobPages,
    job: Watched,
    ids: Sequence[int],
    status: int = 200,
    **more: object,
) -> HttpResponse:
    """Return the page of a job, whose URLs contain these ids."""
    context = {
        **_home_of(job),
        "job": job,
        pages.name: job,
        "may_act": pages.acts in request.can,
        "verb": pages.verb,
        "progress_template": pages.progress_template,
        "urls": {
            action: reverse(f"research:{pages.url_name(action)}", args=ids)
            for action in pages.actions
        },
        **(pages.progress(job) if job.under_way else {}),
        **pages.context(request, job),
        **more,
    }
    return render(request, pages.template, context, status=status)


def progress(request: ResearcherRequest, /, pages: JobPages, **ids: int) -> HttpResponse:
    """Members of the project: the part of a page that shows progress. When the job ends, the page
    reloads."""
    job = pages.find(request, *ids.values())
    context = {"job": job, pages.name: job, **pages.progress(job)}
    response = render(request, pages.progress_template, context)
    if not job.under_way:
        response.headers["HX-Refresh"] = "true"
    return response


def discard(request: ResearcherRequest, /, pages: JobPages, **ids: int) -> HttpResponse:
    """Members of the project. A running job stops. The next page offers to undo it, if the kind can
    be restored."""
    job = pages.find(request, *ids.values())
    pages.discard(job=job, user=request.user)
    if pages.after is None:
        return redirect(f"research:{pages.name}", *ids.values())
    messages.success(request, f"“{job.name}” was discarded. Nothing else was changed.")
    return redirect(pages.after(job))


def restore(request: ResearcherRequest, /, pages: JobPages, **ids: int) -> HttpResponse:
    """Members of the project. A stopped job starts again."""
    pages.restore(job=pages.find(request, *ids.values()), user=request.user)
    messages.success(request, "Restored.")
    return redirect(f"research:{pages.name}", *ids.values())


def job_urls(pages: JobPages) -> list[URLPattern]:
    """Return the URLs to see, watch, discard and restore jobs of one kind."""
    views = {
        "progress": needs(to_read=Capability.SEE_FIGURES)(progress),
        "discard": needs(to_post=pages.acts)(discard),
        "restore": needs(to_post=pages.acts)(restore),
    }
    given = {"pages": pages}
    folder = pages.route.partition("/")[0]
    found = [path(pages.route, needs(to_read=pages.sees)(show), given, name=pages.name)]
    for action in pages.actions:
        name = pages.url_name(action)
        if action == "rename":
            found.append(rename_url(pages.name, folder, pages.named))
        else:
            word = name.partition("_")[0] if action == "discard" else action
            found.append(path(f"{pages.route}{word}/", views[action], given, name=name))
    return found


def _home_of(job: Watched) -> dict[str, object]:
    home = job.home
    if isinstance(home, Project):
        return {"project": home}
    return {"project": home.project, "dataset": home}
