"""Rename objects: one view for every kind."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse

from annotation.addons import Link, NavigationEntry
from annotation.capabilities import Capability
from annotation.models import AnnotationSet, Campaign, Job, Project, SavedFilter
from annotation.research.common.access import (
    ResearcherRequest,
    campaign_for,
    dataset_for,
    filter_for,
    membership_of,
    needs,
    set_for,
)
from annotation.research.common.forms import ServiceForm
from annotation.services.datasets.dataset_writer import MAX_NAME_LENGTH
from annotation.services.errors import Forbidden, ServiceError
from annotation.services.names import rename

IN_FILES = (
    "Files exported from now on contain the new name, so their SHA-256 differs from earlier "
    "exports."
)


class NameForm(ServiceForm):
    name = forms.CharField(max_length=MAX_NAME_LENGTH, error_messages={"required": "Enter a name."})


@dataclass(frozen=True, kw_only=True)
class Named:
    """A kind of object that can be renamed. `note` says what else a new name changes, `listed` is
    the entry of the navigation that lists the objects."""

    find: Callable[[ResearcherRequest, int], Any]
    needs: Capability
    note: str = ""
    listed: NavigationEntry | None = None


NAMED = {
    "project": Named(
        find=lambda request, pk: membership_of(request, pk).project,
        needs=Capability.MANAGE_MEMBERS,
        note=IN_FILES,
    ),
    "dataset": Named(find=dataset_for, needs=Capability.EDIT_DATASETS, note=IN_FILES),
    "campaign": Named(
        find=campaign_for,
        needs=Capability.RUN_CAMPAIGNS,
        note=f"Workers see the name at the top of their pages. {IN_FILES}",
    ),
    "set": Named(find=set_for, needs=Capability.EDIT_DATASETS),
    "filter": Named(find=filter_for, needs=Capability.RUN_CAMPAIGNS),
}


def rename_it(request: ResearcherRequest, /, kind: str, named: Named, **ids: int) -> HttpResponse:
    """Members whose role may change objects of this kind."""
    thing = named.find(request, ids[f"{kind}_id"])
    before = thing.name
    form = NameForm(request.POST or None, initial={"name": before})
    if request.method == "POST" and form.is_valid():
        with form.showing(ServiceError, but=Forbidden):
            rename(thing=thing, user=request.user, name=form.cleaned_data["name"])
            messages.success(request, f"Renamed from “{before}”.")
            return redirect(f"research:{kind}", thing.pk)
    context = _around(kind, thing) | {
        "form": form,
        "kind": kind,
        "before": before,
        "note": named.note,
        "address": f"research:{kind}",
        "number": thing.pk,
    }
    if named.listed:
        page = reverse(f"research:{named.listed.page}", args=[context["project"].pk])
        context["listed"] = Link(named.listed.label, page)
    return render(request, "research/common/rename.html", context, status=form.status)


def rename_url(kind: str, folder: str, named: Named | None = None) -> URLPattern:
    """Return the URL for renaming objects of a kind; an add-on declares its own."""
    named = named or NAMED[kind]
    view = needs(named.needs)(rename_it)
    given = {"kind": kind, "named": named}
    return path(f"{folder}/<int:{kind}_id>/rename/", view, given, name=f"rename_{kind}")


def _around(kind: str, thing: Any) -> dict[str, Any]:
    """Return the context of an object's page: its project, its dataset, itself."""
    match thing:
        case Project():
            return {"project": thing}
        case AnnotationSet() | Campaign() | Job():
            return {"project": thing.dataset.project, "dataset": thing.dataset, kind: thing}
        case SavedFilter():
            return _around("campaign", thing.campaign)
    return {"project": thing.project, kind: thing}
