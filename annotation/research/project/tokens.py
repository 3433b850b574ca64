"""A project's keys to the API."""

from django.contrib import messages
from django.db.models import BooleanField, ExpressionWrapper, Q
from django.db.models.functions import Now
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from annotation.models import APIToken, Membership
from annotation.research.common.access import ResearcherRequest, membership_of, researcher
from annotation.research.project.forms import TokenForm
from annotation.services.accounts.tokens import issue_token, revoke_token
from annotation.services.errors import ServiceError


@require_http_methods(["GET", "HEAD", "POST"])
@researcher
def show_tokens(request: ResearcherRequest, project_id: int) -> HttpResponse:
    """Members see their own tokens, owners all of the project's. A POST issues one to whoever asks
    and shows its key this once."""
    membership = membership_of(request.user, project_id)
    of_owner = membership.role == Membership.Role.OWNER
    form = TokenForm(request.POST or None, of_owner=of_owner)
    key = None
    if request.method == "POST" and form.is_valid():
        try:
            _, key = issue_token(project=membership.project, user=request.user, **form.cleaned_data)
        except ServiceError as error:
            form.refuse(error)
        else:
            form = TokenForm(of_owner=of_owner)
    tokens = (
        APIToken.objects.filter(_visible(membership))
        .select_related("user")
        .annotate(expired=ExpressionWrapper(Q(expires_at__lte=Now()), output_field=BooleanField()))
    )
    context = {"project": membership.project, "tokens": tokens, "form": form, "key": key}
    status = 400 if form.is_bound and form.errors else 200
    return render(request, "research/project/tokens.html", context, status=status)


@require_POST
@researcher
def revoke(request: ResearcherRequest, project_id: int, token_id: int) -> HttpResponse:
    """Members their own tokens, owners all of the project's."""
    membership = membership_of(request.user, project_id)
    token = APIToken.objects.filter(_visible(membership), pk=token_id).first()
    if token is None:
        raise Http404
    revoke_token(token=token, user=request.user)
    messages.success(request, f"The token “{token.name}” is revoked. It opens nothing any more.")
    return redirect("research:tokens", project_id)


def _visible(membership: Membership) -> Q:
    of_project = Q(project=membership.project)
    if membership.role == Membership.Role.OWNER:
        return of_project
    return of_project & Q(user=membership.user_id)
