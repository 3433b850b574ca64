"""Access to projects: a project exists for its members only."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar, cast

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django_htmx.middleware import HtmxDetails

from annotation.models import (
    Alignment,
    Campaign,
    Comparison,
    Dataset,
    DatasetUpload,
    Item,
    Judgment,
    Membership,
    PairDraw,
    Typology,
    User,
)
from annotation.services.accounts.access import Kind, audit_refused_access
from annotation.services.accounts.tokens import is_owner
from annotation.services.errors import Forbidden, ServiceError
from annotation.services.people.questions import waiting_questions

P = ParamSpec("P")
M = TypeVar("M", bound=Model)


class ResearcherRequest(HttpRequest):
    user: User
    htmx: HtmxDetails


def researcher(
    view: Callable[Concatenate[ResearcherRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Let only people who are signed in use the view, and show a service's refusal as a page.

    This is the only place that does so.
    """

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_authenticated:
            return _ask_to_sign_in(request)
        try:
            response = view(cast(ResearcherRequest, request), *args, **kwargs)
        except ServiceError as error:
            context = {"reason": error.message}
            response = render(request, "research/common/refused.html", context, status=error.status)
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


def _found(rows: QuerySet[M], user: User, kind: Kind, object_id: int) -> M:
    """Return the first of the rows that the user may see.

    Access to others is audited and answered 404.
    """
    found = rows.first()
    if found is None:
        audit_refused_access(user=user, kind=kind, object_id=object_id)
        raise Http404
    return found


def membership_of(user: User, project_id: int) -> Membership:
    rows = Membership.objects.filter(user=user, project=project_id, project__deleted_at=None)
    rows = rows.select_related("project")
    return _found(rows, user, "project", project_id)


def campaign_for(user: User, campaign_id: int) -> Campaign:
    """Return a campaign; `questions_waiting` is how many of its workers wait for an answer."""
    rows = Campaign.objects.visible_to(user).select_related("dataset__project", "agreement")
    rows = rows.annotate(questions_waiting=waiting_questions())
    return _found(rows.filter(pk=campaign_id), user, "campaign", campaign_id)


def owned_campaign_for(user: User, campaign_id: int, what: str) -> Campaign:
    """Return a campaign of a project that the user owns; `what` is what other members may not."""
    campaign = campaign_for(user, campaign_id)
    if not is_owner(campaign.dataset.project, user):
        raise Forbidden(f"Only an owner of the project may {what}.")
    return campaign


def launched_for(user: User, campaign_id: int, scheme: str) -> Campaign:
    """Return a campaign of the scheme that was launched; pages of other schemes and drafts are
    404."""
    campaign = campaign_for(user, campaign_id)
    if campaign.scheme != scheme or campaign.status == Campaign.Status.DRAFT:
        raise Http404
    return campaign


def dataset_for(user: User, dataset_id: int) -> Dataset:
    rows = Dataset.objects.filter(project__memberships__user=user, pk=dataset_id)
    return _found(rows.select_related("project"), user, "dataset", dataset_id)


def comparison_for(user: User, comparison_id: int) -> Comparison:
    """Return a comparison, also a deleted one while it can be restored."""
    rows = Comparison.objects.visible_to(user).with_campaigns()
    return _found(rows.filter(pk=comparison_id), user, "comparison", comparison_id)


def judgment_for(user: User, judgment_id: int) -> Judgment:
    rows = Judgment.objects.filter(campaign__dataset__project__memberships__user=user)
    rows = rows.filter(pk=judgment_id, campaign__deleted_at=None).select_related(
        "hit", "campaign__dataset"
    )
    return _found(rows, user, "judgment", judgment_id)


def upload_for(user: User, upload_id: int) -> DatasetUpload:
    """Return an upload between preview and import, which belongs to the member who made it."""
    rows = DatasetUpload.objects.filter(project__memberships__user=user, user=user, pk=upload_id)
    rows = rows.filter(project__deleted_at=None)
    return _found(rows.select_related("project"), user, "upload", upload_id)


def draw_for(user: User, draw_id: int) -> PairDraw:
    rows = PairDraw.objects.visible_to(user).select_related("dataset__project", "made")
    return _found(rows.filter(pk=draw_id), user, "draw", draw_id)


def alignment_for(user: User, alignment_id: int) -> Alignment:
    """Return an alignment, also a discarded one while it can be restored, without its groups."""
    rows = Alignment.objects.visible_to(user).select_related("dataset__project").defer("grouping")
    return _found(rows.filter(pk=alignment_id), user, "alignment", alignment_id)


def aligned_for(user: User, alignment_id: int) -> Alignment:
    """Return an alignment with results, for pages that only such a one has."""
    alignment = alignment_for(user, alignment_id)
    if alignment.status != Alignment.Status.READY:
        raise Http404
    return alignment


def typology_for(user: User, typology_id: int) -> Typology:
    """Return a typology, also a discarded one while it can be restored."""
    rows = Typology.objects.visible_to(user).select_related("dataset__project", "user")
    return _found(rows.filter(pk=typology_id), user, "typology", typology_id)


def app_for(user: User, item_id: int) -> Item:
    apps = Item.objects.filter(
        dataset__kind=Dataset.Kind.APPS, dataset__project__memberships__user=user
    ).filter(dataset__deleted_at=None)
    return _found(apps.filter(pk=item_id).select_related("dataset__project"), user, "app", item_id)
