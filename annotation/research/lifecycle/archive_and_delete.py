"""Archive, delete and restore campaigns, datasets, sets and projects, with the same views for
each."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_safe

from annotation.capabilities import Capability
from annotation.models import AnnotationSet, Campaign, Dataset, Membership, Project
from annotation.models.lifecycle import UNDO_FOR
from annotation.research.common.access import (
    TO_PROJECT,
    ResearcherRequest,
    campaign_for,
    dataset_for,
    found_for,
    may_open,
    membership_of,
    needs,
    researcher,
    set_for,
)
from annotation.research.common.forms import ServiceForm
from annotation.services.accounts.access import Kind
from annotation.services.errors import Invalid
from annotation.services.lifecycle.archive import archive, obstacles, restore
from annotation.services.lifecycle.consequences import consequences_of
from annotation.services.lifecycle.contents import project_of
from annotation.services.lifecycle.deletion import (
    delete,
    deleted_in,
    deleted_projects,
    is_draft,
    require_right,
    undo_deletion,
)
from annotation.services.lifecycle.guard import Thing, noun_of

# The maximum number of objects of each kind on the page of archived and deleted ones.
MAX_SHOWN = 200


class TypedNameForm(ServiceForm):
    name = forms.CharField(required=False, widget=forms.TextInput(attrs={"autocomplete": "off"}))


FIND: dict[str, Callable[[ResearcherRequest, int], Thing]] = {
    "campaign": campaign_for,
    "dataset": dataset_for,
    "project": lambda request, pk: membership_of(request, pk).project,
    "set": set_for,
}
KINDS: dict[str, type[Thing]] = {
    "campaign": Campaign,
    "dataset": Dataset,
    "project": Project,
    "set": AnnotationSet,
}


@dataclass(frozen=True)
class Archived:
    """An archived object; `owned` says whether the reader may restore it, `opens` whether they may
    open its page."""

    thing: Thing
    owned: bool
    opens: bool = True

    @property
    def noun(self) -> str:
        return noun_of(self.thing)

    @property
    def address(self) -> str:
        return _page_of(self.thing)

    @property
    def restore(self) -> str:
        return reverse(f"research:restore_{self.noun}", args=(self.thing.pk,))


@dataclass(frozen=True)
class Deleted:
    """A deleted object, with the time until which it can be restored and, if the reader may do so,
    the URL."""

    thing: Thing
    may_undo: bool = True

    @property
    def noun(self) -> str:
        return noun_of(self.thing)

    @property
    def until(self) -> datetime | None:
        return self.thing.deleted_at and self.thing.deleted_at + UNDO_FOR

    @property
    def undo(self) -> str:
        return reverse(f"research:undelete_{self.noun}", args=(self.thing.pk,))


@needs(Capability.DELETE)
def archive_it(request: ResearcherRequest, /, kind: str, **ids: int) -> HttpResponse:
    """Owners of the project. A GET shows the consequences; a POST does it."""
    thing = FIND[kind](request, ids[f"{kind}_id"])
    if request.method == "POST":
        archive(thing=thing, user=request.user)
        messages.success(request, f"“{thing.name}” was archived. It is listed here.")
        return redirect(_away(thing))
    context = _around(thing) | {"obstacles": obstacles(thing, "archived")}
    return render(request, "research/keeping/archive.html", context)


@needs(to_post=Capability.DELETE)
def restore_it(request: ResearcherRequest, /, kind: str, **ids: int) -> HttpResponse:
    thing = FIND[kind](request, ids[f"{kind}_id"])
    restore(thing=thing, user=request.user)
    messages.success(request, f"“{thing.name}” was restored and can be changed again.")
    return redirect(f"research:{kind}", thing.pk)


@needs(Capability.RUN_CAMPAIGNS)
def delete_it(request: ResearcherRequest, /, kind: str, **ids: int) -> HttpResponse:
    """Owners of the project; for a draft, all members. A GET shows what will be deleted; a POST
    deletes it."""
    thing = FIND[kind](request, ids[f"{kind}_id"])
    require_right(thing, request.user, "delete")
    form = TypedNameForm(request.POST if request.method == "POST" else None)
    form.fields["name"].label = f"Type the name of the project: {thing.name}"
    if request.method == "POST" and form.is_valid():
        with form.showing(Invalid):
            delete(thing=thing, user=request.user, name=form.cleaned_data["name"])
            messages.success(
                request, f"“{thing.name}” was deleted. You can undo this here for a day."
            )
            return redirect(_away(thing))
    context = _around(thing) | {"form": form, "goes": consequences_of(thing)}
    return render(request, "research/keeping/delete.html", context, status=form.status)


@needs(to_post=Capability.RUN_CAMPAIGNS)
def undelete_it(request: ResearcherRequest, /, kind: Kind, **ids: int) -> HttpResponse:
    """Owners of the project; for a draft, all members."""
    thing = _deleted_for(request, kind, ids[f"{kind}_id"])
    undo_deletion(thing=thing, user=request.user)
    messages.success(request, f"“{thing.name}” was restored.")
    return redirect(f"research:{kind}", thing.pk)


@needs(to_read=Capability.SEE_FIGURES)
def show(request: ResearcherRequest, project_id: int) -> HttpResponse:
    membership = membership_of(request, project_id)
    project, owns = membership.project, Capability.DELETE in request.can
    drafts = Capability.RUN_CAMPAIGNS in request.can
    campaigns = Campaign.objects.archived().filter(dataset__project=project)
    datasets = Dataset.objects.archived().filter(project=project)
    sets = AnnotationSet.objects.archived().filter(dataset__project=project)
    context = {
        "project": project,
        "archived": [
            Archived(thing, owns, may_open(request, _page_of(thing)))
            for thing in (
                *datasets.order_by("-archived_at", "-pk")[:MAX_SHOWN],
                *campaigns.order_by("-archived_at", "-pk")[:MAX_SHOWN],
                *sets.order_by("-archived_at", "-pk")[:MAX_SHOWN],
            )
        ],
        "deleted": [
            Deleted(thing, owns or (drafts and is_draft(thing)))
            for thing in deleted_in(project)[:MAX_SHOWN]
        ],
    }
    return render(request, "research/keeping/away.html", context)


@require_safe
@researcher
def show_projects(request: ResearcherRequest) -> HttpResponse:
    owned = Membership.objects.filter(user=request.user, role=Membership.Role.OWNER)
    mine = set(owned.values_list("project", flat=True))
    archived = Project.objects.visible_to(request.user).archived()
    context = {
        "archived": [
            Archived(one, one.pk in mine)
            for one in archived.order_by("-archived_at", "-pk")[:MAX_SHOWN]
        ],
        "deleted": [Deleted(one) for one in deleted_projects(request.user)[:MAX_SHOWN]],
    }
    return render(request, "research/keeping/projects.html", context)


def lifecycle_urls(kind: str, folder: str) -> list[URLPattern]:
    """Return the URLs that archive, delete and restore objects of one kind."""
    views: dict[str, Callable[..., HttpResponse]] = {
        "archive": archive_it,
        "restore": restore_it,
        "delete": delete_it,
        "undelete": undelete_it,
    }
    return [
        path(f"{folder}/<int:{kind}_id>/{step}/", view, {"kind": kind}, name=f"{step}_{kind}")
        for step, view in views.items()
    ]


def _deleted_for(request: ResearcherRequest, kind: Kind, pk: int) -> Thing:
    """Return an object in one of the reader's projects, deleted or not."""
    to_project = TO_PROJECT[kind]
    rows = KINDS[kind].everything.filter(**{f"{to_project}memberships__user": request.user}, pk=pk)
    if kind != "project":
        rows = rows.filter(**{f"{to_project}deleted_at": None})
    return cast(Thing, found_for(request, rows, kind, pk))


def _page_of(thing: Thing) -> str:
    return reverse(f"research:{noun_of(thing)}", args=(thing.pk,))


def _away(thing: Thing) -> str:
    if isinstance(thing, Project):
        return reverse("research:projects_away")
    return reverse("research:away", args=(project_of(thing).pk,))


def _around(thing: Thing) -> dict[str, object]:
    """Return the context of an object's page, and its name."""
    return dict(_shown(thing)) | {
        "thing": thing,
        "noun": noun_of(thing),
        "back": _page_of(thing),
    }


def _shown(thing: Thing) -> Iterator[tuple[str, Thing]]:
    yield "project", project_of(thing)
    if isinstance(thing, AnnotationSet | Campaign):
        yield "dataset", thing.dataset
    if not isinstance(thing, Project):
        yield noun_of(thing), thing
