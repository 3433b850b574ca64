"""Sign in through the operator's identity provider: redirect, callback, and a new account.

The state of a sign-in waits in the browser's session, for ten minutes and one response."""

import time
from collections.abc import Callable
from dataclasses import asdict
from functools import wraps
from typing import Concatenate, ParamSpec

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.login import record_authentication
from allauth.account.utils import perform_login
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from annotation.models import User
from annotation.research.accounts.new_account import AccountNameForm
from annotation.services.accounts.issuer import Person, Question, address_of, is_set_up, person_of
from annotation.services.accounts.sign_on import account_of, make_account, may_make_account
from annotation.services.errors import Forbidden, ServiceError, TooMany
from annotation.services.people.rate_limit import limit_sign_on
from annotation.web.client_address import client_address
from midpath.json_types import JsonObject

QUESTIONS, WAITING = "sign_on_questions", "sign_on_person"
MAX_QUESTIONS = 5
SECONDS = 600
MAX_FOLLOWING_SECONDS = 2_000
METHOD = "sign_on"
LOST = (
    "This sign-in was not started in this browser, or it expired after ten minutes. Start again on "
    "the sign-in page."
)
P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def _where_set_up(view: View[P]) -> View[P]:
    """Show nothing unless the operator set an issuer; limit requests per IP address, and show
    refusals as pages."""

    @wraps(view)
    def opened(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not is_set_up():
            raise Http404
        try:
            limit_sign_on(client_address(request))
            response = view(request, *args, **kwargs)
        except ServiceError as error:
            context = {"reason": error.message}
            response = render(request, "account/not_signed_on.html", context, status=error.status)
            if isinstance(error, TooMany):
                response.headers["Retry-After"] = str(error.wait)
        response.headers["Cache-Control"] = "private, no-store"
        return response

    return opened


@require_POST
@_where_set_up
def begin(request: HttpRequest) -> HttpResponse:
    """Anyone. Leads to the issuer by a page, not a redirect: browsers restrict forms to this site,
    even across redirects."""
    wanted = request.POST.get("next", "")
    is_safe = len(wanted) <= MAX_FOLLOWING_SECONDS and get_adapter().is_safe_url(wanted)
    question = Question(wanted if is_safe else "")
    place = address_of(question, back=_back(request))
    pending = [*request.session.get(QUESTIONS, ()), asdict(question)]
    request.session[QUESTIONS] = pending[-MAX_QUESTIONS:]
    context = {"place": place, "issuer": settings.SSO_NAME}
    return render(request, "account/sign_on.html", context)


@require_GET
@_where_set_up
def callback(request: HttpRequest) -> HttpResponse:
    """Anyone whose browser started the sign-in. Signs in on the GET of OpenID Connect's redirect;
    users without an account are led to create one."""
    question = _taken(request)
    code = request.GET.get("code", "")
    if "error" in request.GET or not code:
        raise Forbidden(f"{settings.SSO_NAME} did not sign you in.")
    if request.GET.get("iss", settings.SSO_ISSUER) != settings.SSO_ISSUER:
        raise Forbidden("The answer came from a different issuer.")
    person = person_of(question, code=code, back=_back(request))
    user = account_of(person)
    if user is not None:
        return _sign_in(request, user, question.following)
    if not may_make_account(question.following):
        raise Forbidden(
            f"No account here is linked to you at {settings.SSO_NAME}. Ask the administrator of "
            "this server, or open the project invitation you received."
        )
    request.session[WAITING] = {
        "person": asdict(person),
        "following": question.following,
        "until": time.time() + SECONDS,
    }
    return redirect("sign_on_account")


@require_http_methods(["GET", "HEAD", "POST"])
@_where_set_up
def new_account(request: HttpRequest) -> HttpResponse:
    """Anyone just verified by the issuer who may create an account."""
    waiting = request.session.get(WAITING)
    if waiting is None or waiting["until"] < time.time():
        raise Forbidden(LOST)
    person, following = Person(**waiting["person"]), waiting["following"]
    form = AccountNameForm(request.POST or None, initial={"username": person.username})
    if request.method == "POST" and form.is_valid():
        name = form.cleaned_data["username"]
        try:
            user, membership = make_account(person=person, username=name, following=following)
        except ServiceError as error:
            if error.details.get("field") != "username":
                raise
            form.refuse(error)
        else:
            del request.session[WAITING]
            if membership is not None:
                project = membership.project
                messages.success(request, f"You are now a member of “{project.name}”.")
                following = reverse("research:project", args=[project.pk])
            return _sign_in(request, user, following)
    context = {"form": form, "person": person, "issuer": settings.SSO_NAME}
    return render(request, "account/sign_on_account.html", context, status=form.status)


def _sign_in(request: HttpRequest, user: User, following: str) -> HttpResponse:
    """Sign in, after the second factor if the account has one."""
    record_authentication(request, user, METHOD, issuer=settings.SSO_ISSUER)
    answer: HttpResponse = perform_login(
        request, user, email_verification="none", redirect_url=following or None
    )
    return answer


def _taken(request: HttpRequest) -> Question:
    """Return the pending question that this response answers, and remove it, so that it is answered
    only once."""
    state = request.GET.get("state", "")
    pending: list[JsonObject] = request.session.get(QUESTIONS, [])
    matching = [one for one in pending if constant_time_compare(one["state"], state)]
    request.session[QUESTIONS] = [one for one in pending if one not in matching]
    if not matching or matching[0]["asked_at"] < time.time() - SECONDS:
        raise Forbidden(LOST)
    return Question(**matching[0])


def _back(request: HttpRequest) -> str:
    return request.build_absolute_uri(reverse("sign_on_callback"))
