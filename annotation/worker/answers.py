"""Shared responses of workers' pages: the accepted methods of each URL, and refusals."""

from collections.abc import Callable, Mapping
from functools import wraps

import orjson
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.cache import never_cache

from annotation.services.errors import ServiceError, TooMany
from annotation.worker.desk import refusal
from annotation.worker.identity import NotJoined, was_deleted

View = Callable[..., HttpResponse]
# A view may also stream its response.
PageView = Callable[..., HttpResponseBase]

NOT_JOINED = gettext_noop(
    "This device is no longer signed in. Your answer is saved in this browser: join again under "
    "the same name and it will be sent."
)
DELETED = gettext_noop(
    "The researchers deleted this work, so there is nothing to open here. All pay for it was "
    "settled before."
)
DELETED_WITH_ANSWER = gettext_noop(
    "The researchers deleted this work. Your answer is saved in this browser and will be sent if "
    "the work is restored."
)
DID_NOT_WORK = gettext_noop("That did not work")
TITLES = {
    400: gettext_noop("Invalid request"),
    403: gettext_noop("This work is not open to you"),
    404: gettext_noop("Page not found"),
    409: gettext_noop("That is not possible now"),
    429: gettext_noop("Please wait a moment"),
    503: gettext_noop("The server is busy"),
}


def page(*methods: str) -> Callable[[PageView], PageView]:
    """Wrap a page view, with or without a campaign. A browser that has not joined is sent to the
    join page."""

    def decorate(view: PageView) -> PageView:
        @never_cache
        @wraps(view)
        def answer(request: HttpRequest, **place: str | int) -> HttpResponseBase:
            code = str(place.get("code", ""))
            if request.method not in methods:
                return _wrong_method(request, code, methods)
            try:
                return view(request, **place)
            except NotJoined:
                return redirect("worker:join", code)
            except ServiceError as error:
                shown = problem(request, code, error.status, error.message)
                return with_retry_after(error, shown)

        return answer

    return decorate


def data(view: View) -> View:
    """Wrap a view that answers the page's script with JSON, by POST only."""

    @wraps(view)
    def answer(request: HttpRequest, code: str, **place: object) -> HttpResponse:
        if request.method != "POST":
            return _wrong_method(request, code, ("POST",))
        try:
            return view(request, code, **place)
        except NotJoined:
            words = DELETED_WITH_ANSWER if was_deleted(code) else NOT_JOINED
            error = {"code": "not_joined", "message": gettext(words)}
            return as_json({"error": error, "join": reverse("worker:join", args=(code,))}, 403)
        except ServiceError as error:
            return with_retry_after(error, as_json({"error": refusal(error)}, error.status))

    return answer


def with_retry_after(error: ServiceError, response: HttpResponse) -> HttpResponse:
    """Set Retry-After if the error has a waiting time."""
    if isinstance(error, TooMany):
        response.headers["Retry-After"] = str(error.wait)
    return response


def as_json(content: Mapping[str, object], status: int) -> HttpResponse:
    return HttpResponse(orjson.dumps(content), content_type="application/json", status=status)


def deleted(request: HttpRequest) -> HttpResponse:
    """Answer that the campaign of this link was deleted."""
    context = {"title": gettext("This work was deleted"), "message": gettext(DELETED), "code": ""}
    return render(request, "worker/problem.html", context, status=404)


def problem(request: HttpRequest, code: str, status: int, message: str) -> HttpResponse:
    title = gettext(TITLES.get(status, DID_NOT_WORK))
    context = {"title": title, "message": message, "code": code}
    return render(request, "worker/problem.html", context, status=status)


def _wrong_method(request: HttpRequest, code: str, methods: tuple[str, ...]) -> HttpResponse:
    message = gettext("This page can only be opened with a button. Go back to your work.")
    response = problem(request, code, 405, message)
    response.headers["Allow"] = ", ".join(methods)
    return response
