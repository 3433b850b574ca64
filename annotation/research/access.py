"""Who may see what: a project is there for its members only, whoever else they are."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django_htmx.middleware import HtmxDetails

from annotation.models import (
    Campaign,
    Comparison,
    Dataset,
    DatasetUpload,
    Item,
    Membership,
    PairDraw,
    User,
)
from annotation.services.access import audit_refused_access
from annotation.services.errors import ServiceError

P = ParamSpec("P")


class ResearcherRequest(HttpRequest):
    user: User
    htmx: HtmxDetails


def researcher(
    view: Callable[Concatenate[ResearcherRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """For people who are signed in. What a service refuses becomes a page here and only here."""

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_authenticated:
            return _ask_to_sign_in(request)
        try:
            response = view(cast(ResearcherRequest, request), *args, **kwargs)
        except ServiceError as error:
            context = {"reason": error.message}
            response = render(request, "research/refused.html", context, status=error.status)
        if not response.has_header("Cache-Control"):
            response.headers["Cache-Control"] = "private, no-store"
        return response

    return guarded


def _ask_to_sign_in(request: HttpRequest) -> HttpResponse:
    """A page that refreshes itself says so in place; it does not turn into a login form."""
    if request.headers.get("HX-Request"):
        return HttpResponse("You are signed out.", status=401, content_type="text/plain")
    reading = request.method in {"GET", "HEAD"}
    return redirect_to_login(
        request.get_full_path() if reading else resolve_url(settings.LOGIN_REDIRECT_URL)
    )


def membership_of(user: User, project_id: int) -> Membership:
    found = (
        Membership.objects.filter(user=user, project=project_id).select_related("project").first()
    )
    if found is None:
        audit_refused_access(user=user, kind="project", object_id=project_id)
        raise Http404
    return found


def campaign_for(user: User, campaign_id: int) -> Campaign:
    found = (
        Campaign.objects.visible_to(user)
        .select_related("dataset__project", "agreement")
        .filter(pk=campaign_id)
        .first()
    )
    if found is None:
        audit_refused_access(user=user, kind="campaign", object_id=campaign_id)
        raise Http404
    return found


def dataset_for(user: User, dataset_id: int) -> Dataset:
    found = (
        Dataset.objects.filter(project__memberships__user=user, pk=dataset_id)
        .select_related("project")
        .first()
    )
    if found is None:
        audit_refused_access(user=user, kind="dataset", object_id=dataset_id)
        raise Http404
    return found


def comparison_for(user: User, comparison_id: int) -> Comparison:
    """A deleted one, too, while it can be restored."""
    found = Comparison.objects.visible_to(user).with_campaigns().filter(pk=comparison_id).first()
    if found is None:
        audit_refused_access(user=user, kind="comparison", object_id=comparison_id)
        raise Http404
    return found


def upload_for(user: User, upload_id: int) -> DatasetUpload:
    """An upload between preview and import belongs to whoever made it, while she is a member."""
    found = (
        DatasetUpload.objects.filter(project__memberships__user=user, user=user, pk=upload_id)
        .select_related("project")
        .first()
    )
    if found is None:
        audit_refused_access(user=user, kind="upload", object_id=upload_id)
        raise Http404
    return found


def draw_for(user: User, draw_id: int) -> PairDraw:
    found = (
        PairDraw.objects.visible_to(user)
        .select_related("dataset__project", "made")
        .filter(pk=draw_id)
        .first()
    )
    if found is None:
        audit_refused_access(user=user, kind="draw", object_id=draw_id)
        raise Http404
    return found


def app_for(user: User, item_id: int) -> Item:
    found = (
        Item.objects.filter(
            dataset__project__memberships__user=user,
            dataset__kind=Dataset.Kind.APPS,
            pk=item_id,
        )
        .select_related("dataset__project")
        .first()
    )
    if found is None:
        audit_refused_access(user=user, kind="app", object_id=item_id)
        raise Http404
    return found
