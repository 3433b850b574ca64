"""What holds for every page: a strict policy for scripts, and refusals instead of tracebacks."""

from collections.abc import Callable

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

Handler = Callable[[HttpRequest], HttpResponse]

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "manifest-src 'self'",
    )
)


def content_security_policy(get_response: Handler) -> Handler:
    def handle(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        return response

    return handle


def refuse_unreadable_input(get_response: Handler) -> Handler:
    """PostgreSQL holds no NUL: say so before a query fails on one."""

    def handle(request: HttpRequest) -> HttpResponse:
        if "\x00" in request.path or "%00" in request.META.get("QUERY_STRING", ""):
            return render(
                request,
                "errors/400.html",
                {"reason": "The address holds a NUL character, which no text may hold."},
                status=400,
            )
        return get_response(request)

    return handle


class AnswerBusyDatabase:
    """A database that is restarting or out of connections answers 503; browsers try again."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, OperationalError):
            return None
        response = render(request, "errors/503.html", status=503)
        response.headers["Retry-After"] = "2"
        return response
