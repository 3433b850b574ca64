"""A project's API tokens."""

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from annotation.capabilities import Capability
from annotation.models import APIToken, Membership
from annotation.research.common.access import ResearcherRequest, membership_of, needs
from annotation.research.project.forms import TokenForm
from annotation.services.accounts.tokens import issue_token, revoke_token, tokens_for
from annotation.services.errors import ServiceError


@needs(Capability.SEE_FIGURES)
def show_tokens(request: ResearcherRequest, project_id: int) -> HttpResponse:
    """Members see their own tokens, owners all tokens of the project. A POST issues a token and
    shows its key once."""
    membership = membership_of(request, project_id)
    knows_ids = Capability.SEE_PLATFORM_IDS in request.can
    form = TokenForm(request.POST or None, knows_ids=knows_ids)
    key = None
    if request.method == "POST" and form.is_valid():
        with form.showing(ServiceError):
            _, key = issue_token(project=membership.project, user=request.user, **form.cleaned_data)
            form = TokenForm(knows_ids=knows_ids)
    tokens = _shown(request, membership)
    context = {"project": membership.project, "tokens": tokens, "form": form, "key": key}
    return render(request, "research/project/tokens.html", context, status=form.status)


@needs(to_post=Capability.SEE_FIGURES)
def revoke(request: ResearcherRequest, project_id: int, token_id: int) -> HttpResponse:
    """Members revoke their own tokens, owners all tokens of the project."""
    token = get_object_or_404(_shown(request, membership_of(request, project_id)), pk=token_id)
    revoke_token(token=token, user=request.user)
    messages.success(request, f"The token “{token.name}” was revoked and no longer works.")
    return redirect("research:tokens", project_id)


def _shown(request: ResearcherRequest, membership: Membership) -> QuerySet[APIToken]:
    manages = Capability.MANAGE_MEMBERS in request.can
    return tokens_for(project=membership.project, user=request.user, manages=manages)
