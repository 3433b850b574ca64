"""Pages for invited people: the invitation, accepting, declining, a new account. They are public,
as the link is the proof. A GET changes nothing."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from annotation.capabilities import PURPOSES
from annotation.models import Invitation, User
from annotation.research.accounts.new_account import NewAccountForm
from annotation.research.common.forms import ServiceForm
from annotation.services.accounts.invitations import (
    DEAD,
    accept_invitation,
    decline_invitation,
    find_invitation,
    join_with_new_account,
)
from annotation.services.accounts.members import named
from annotation.services.errors import NotFound, ServiceError, TooMany
from annotation.services.people.rate_limit import limit_invitations
from annotation.web.client_address import client_address

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def _for_anybody(view: View[P]) -> View[P]:
    """Limit how often one IP address may open the page, and show refusals as pages."""

    @wraps(view)
    def opened(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            limit_invitations(client_address(request))
            response = view(request, *args, **kwargs)
        except ServiceError as error:
            context = {"reason": error.message}
            response = render(request, "research/common/refused.html", context, status=error.status)
            if isinstance(error, TooMany):
                response.headers["Retry-After"] = str(error.wait)
        response.headers["Cache-Control"] = "private, no-store"
        return response

    return opened


@require_http_methods(["GET", "HEAD", "POST"])
@_for_anybody
def show(request: HttpRequest, token: str) -> HttpResponse:
    """Anyone with the link. Shows the project's name, the role and the inviter. A POST accepts for
    the signed-in account, or declines."""
    invitation = _found(token)
    if request.method != "POST":
        return _page(request, invitation, token, "invitation")
    user = request.user if isinstance(request.user, User) else None
    if request.POST.get("then") == "decline":
        decline_invitation(token=token, user=user)
        return render(request, "registration/declined.html", {"invitation": invitation})
    if user is None:
        return redirect_to_login(request.path)
    accept_invitation(token=token, user=user)
    messages.success(request, f"You are now a member of “{invitation.project.name}”.")
    return redirect("research:project", invitation.project_id)


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@_for_anybody
def new_account(request: HttpRequest, token: str) -> HttpResponse:
    """Anyone with the link and no account: creates one, which becomes a member."""
    invitation = _found(token)
    if request.user.is_authenticated:
        return redirect("invitation", token)
    form = NewAccountForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        name, password = form.cleaned_data["username"], form.cleaned_data["password"]
        try:
            user = join_with_new_account(token=token, username=name, password=password)
        except NotFound:
            raise
        except ServiceError as error:
            form.refuse(error)
        else:
            get_adapter(request).login(request, user)
            messages.success(request, f"You are now a member of “{invitation.project.name}”.")
            return redirect("research:project", invitation.project_id)
    return _page(request, invitation, token, "new_account", form)


def _found(token: str) -> Invitation:
    found = find_invitation(token)
    if found is None:
        raise NotFound(DEAD)
    return found


def _page(
    request: HttpRequest,
    invitation: Invitation,
    token: str,
    template: str,
    form: ServiceForm | None = None,
) -> HttpResponse:
    context = {
        "invitation": invitation,
        "role": named(invitation.role, invitation.blind),
        "purpose": PURPOSES[invitation.role],
        "token": token,
        "form": form,
        "issuer": settings.SSO_NAME,
    }
    status = 400 if form is not None and form.is_bound and form.errors else 200
    return render(request, f"registration/{template}.html", context, status=status)
