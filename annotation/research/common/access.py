"""Access to projects: a project is visible to its members only, and each of its pages to those
members whose role has the capability that the page requires."""

import re
from collections.abc import Callable
from functools import cache, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.db.models import F, Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.urls import resolve
from django.views.decorators.http import require_http_methods
from django_htmx.middleware import HtmxDetails

from annotation.addons import object_of_addon
from annotation.capabilities import Capability, capabilities_of, refusal_of
from annotation.models import (
    AnnotationSet,
    Campaign,
    Dataset,
    DatasetUpload,
    Item,
    Judgment,
    Membership,
    SavedFilter,
    User,
)
from annotation.research.common.names import show_workers, workers_hidden
from annotation.research.common.replica import READING, remember_write
from annotation.services.accounts.access import Kind, audit_refused_access
from annotation.services.errors import Forbidden, ServiceError
from annotation.services.pay.ledger import has_extra
from annotation.services.people.questions import waiting_questions
from annotation.services.replica import on_primary, reads_replica

# The lookup path from each kind of object to its project.
TO_PROJECT: dict[Kind, str] = {
    "project": "",
    "dataset": "project__",
    "campaign": "dataset__project__",
    "upload": "project__",
    "judgment": "campaign__dataset__project__",
    "set": "dataset__project__",
    "set_import": "dataset__project__",
    "dataset_import": "project__",
    "snapshot": "dataset__project__",
    "app": "dataset__project__",
    "filter": "campaign__dataset__project__",
}
NUMBER = re.compile(r"\d+")
P = ParamSpec("P")
M = TypeVar("M", bound=Model)


class ResearcherRequest(HttpRequest):
    """A request of a signed-in user.

    `needs` is the capability that the page requires; `can` are the capabilities of the reader's
    role in the page's project, by which the page decides what to show and offer."""

    user: User
    htmx: HtmxDetails
    needs: Capability | None
    can: frozenset[Capability]


View = Callable[Concatenate[ResearcherRequest, P], HttpResponse]
Guarded = Callable[Concatenate[HttpRequest, P], HttpResponse]


def needs(
    capability: Capability | None = None,
    *,
    to_read: Capability | None = None,
    to_post: Capability | None = None,
) -> Callable[[View[P]], Guarded[P]]:
    """Restrict the view to members whose role has the capability. With `to_read` alone it answers
    only GET and HEAD, with `to_post` alone only POST; with both, each needs its own.

    The view finds its object by a function of this module, which checks the capability."""
    reading, posting = to_read or capability, to_post or capability
    by_method = dict.fromkeys(READING, reading or posting) | {"POST": posting or reading}
    answers = require_http_methods([*(READING if reading else ()), *(["POST"] if posting else ())])

    def decorate(view: View[P]) -> Guarded[P]:
        guarded = answers(_guarded(view, by_method))
        cast(Any, guarded).needs = by_method
        return guarded

    return decorate


def researcher(view: View[P]) -> Guarded[P]:
    """Restrict the view to signed-in users; it shows nothing of a single project."""
    return _guarded(view, {})


def _guarded(view: View[P], by_method: dict[str, Capability | None]) -> Guarded[P]:
    """Restrict the view to signed-in users, and show refusals of services as pages.

    This is the only place that does so.
    """

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_authenticated:
            return _ask_to_sign_in(request)
        researcher_request = cast(ResearcherRequest, request)
        researcher_request.needs, researcher_request.can = (
            by_method.get(request.method or ""),
            frozenset(),
        )
        try:
            with workers_hidden():
                response = view(researcher_request, *args, **kwargs)
        except ServiceError as error:
            context = {"reason": error.message}
            response = render(request, "research/common/refused.html", context, status=error.status)
        remember_write(request, response)
        if not response.has_header("Cache-Control"):
            response.headers["Cache-Control"] = "private, no-store"
        return response

    return guarded


def may_open(request: HttpRequest, address: str) -> bool:
    capability = needed_at(address).get("GET")
    return capability is None or capability in getattr(request, "can", ())


def needed_at(address: str) -> dict[str, Capability | None]:
    """Return the capabilities that the page at a URL requires, by method."""
    return _needed_by(NUMBER.sub("0", address.partition("?")[0]))


@cache
def _needed_by(form: str) -> dict[str, Capability | None]:
    """Return the same for all URLs of a form, which differ only in numbers."""
    return getattr(resolve(form).func, "needs", {})


def _ask_to_sign_in(request: HttpRequest) -> HttpResponse:
    """A page that refreshes itself says so in place instead of turning into a login form."""
    if request.headers.get("HX-Request"):
        return HttpResponse("You are signed out.", status=401, content_type="text/plain")
    reading = request.method in READING
    return redirect_to_login(
        request.get_full_path() if reading else resolve_url(settings.LOGIN_REDIRECT_URL)
    )


def found_for(request: ResearcherRequest, rows: QuerySet[M], kind: Kind, object_id: int) -> M:
    """Return the first of the rows in the reader's projects, if their role has the capability that
    the page requires.

    Access to other rows is audited and answered with 404, always by the primary.
    """
    # This must reuse the join by which the rows were found: it is the reader's own membership.
    membership = f"{_to_project(kind)}memberships"
    joined = rows.annotate(
        members_role=F(f"{membership}__role"), members_blindness=F(f"{membership}__blind")
    )
    with on_primary():
        found = joined.first()
        if found is None:
            audit_refused_access(user=request.user, kind=kind, object_id=object_id)
            raise Http404
    read: Any = found
    _require(request, capabilities_of(read.members_role, blind=read.members_blindness))
    # On a replica, the page shows the state of the replica, not a mixture.
    return (joined.first() if reads_replica() else None) or found


def _to_project(kind: Kind) -> str:
    if kind in TO_PROJECT:
        return TO_PROJECT[kind]
    return object_of_addon(kind).to_project


def _require(request: ResearcherRequest, can: frozenset[Capability]) -> None:
    if request.needs is None:
        raise NotImplementedError("A page of a project names the capability that it needs.")
    request.can = can
    show_workers(Capability.SEE_WORKERS in can)
    if request.needs not in request.can:
        raise Forbidden(refusal_of(request.needs))


def membership_of(request: ResearcherRequest, project_id: int) -> Membership:
    rows = Membership.objects.filter(user=request.user, project=project_id)
    found = rows.filter(project__deleted_at=None).select_related("project").first()
    if found is None:
        audit_refused_access(user=request.user, kind="project", object_id=project_id)
        raise Http404
    _require(request, found.can)
    return found


def campaign_for(request: ResearcherRequest, campaign_id: int) -> Campaign:
    """Return a campaign; `questions_waiting` is the number of its workers waiting for an answer,
    `pays_extra` whether any of them was promised more than rewards."""
    rows = Campaign.objects.visible_to(request.user).filter(pk=campaign_id)
    rows = rows.select_related("dataset__project", "agreement")
    rows = rows.annotate(questions_waiting=waiting_questions(), pays_extra=has_extra())
    return found_for(request, rows, "campaign", campaign_id)


def launched_for(request: ResearcherRequest, campaign_id: int, scheme: str = "") -> Campaign:
    """Return a launched campaign of the scheme; pages of other schemes and drafts are 404."""
    campaign = campaign_for(request, campaign_id)
    if campaign.scheme != (scheme or campaign.scheme) or campaign.status == Campaign.Status.DRAFT:
        raise Http404
    return campaign


def dataset_for(request: ResearcherRequest, dataset_id: int) -> Dataset:
    rows = Dataset.objects.filter(project__memberships__user=request.user, pk=dataset_id)
    return found_for(request, rows.select_related("project"), "dataset", dataset_id)


def set_for(request: ResearcherRequest, set_id: int) -> AnnotationSet:
    rows = AnnotationSet.objects.visible_to(request.user).filter(pk=set_id)
    return found_for(request, rows.select_related("dataset__project", "created_by"), "set", set_id)


def judgment_for(request: ResearcherRequest, judgment_id: int) -> Judgment:
    rows = Judgment.objects.filter(campaign__dataset__project__memberships__user=request.user)
    rows = rows.filter(pk=judgment_id, campaign__deleted_at=None).select_related(
        "hit", "campaign__dataset"
    )
    return found_for(request, rows, "judgment", judgment_id)


def upload_for(request: ResearcherRequest, upload_id: int) -> DatasetUpload:
    """Return an upload between preview and import, which belongs to the member who uploaded it."""
    rows = DatasetUpload.objects.filter(
        project__memberships__user=request.user, user=request.user, pk=upload_id
    )
    rows = rows.filter(project__deleted_at=None)
    return found_for(request, rows.select_related("project"), "upload", upload_id)


def app_for(request: ResearcherRequest, item_id: int) -> Item:
    apps = Item.objects.filter(
        dataset__kind=Dataset.Kind.APPS, dataset__project__memberships__user=request.user
    ).filter(dataset__deleted_at=None)
    return found_for(
        request, apps.filter(pk=item_id).select_related("dataset__project"), "app", item_id
    )


def filter_for(request: ResearcherRequest, filter_id: int) -> SavedFilter:
    rows = SavedFilter.objects.visible_to(request.user).filter(pk=filter_id)
    return found_for(
        request, rows.select_related("campaign__dataset__project"), "filter", filter_id
    )
