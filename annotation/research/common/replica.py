"""Pages whose data may be seconds old, read from a replica if there is one (docs/operators.md)."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from django.conf import settings
from django.db import Error, InternalError
from django.http import HttpRequest, HttpResponse

from annotation.services.replica import (
    MAX_SECONDS_BEHIND,
    gauge,
    has_replica,
    is_usable,
    on_replica,
)

READING = ("GET", "HEAD")
# Who changed something reads from the primary until every usable replica has it.
WROTE, WROTE_SECONDS = "wrote", int(2 * MAX_SECONDS_BEHIND)
P = ParamSpec("P")
R = TypeVar("R", bound=HttpRequest)


def may_be_old(
    view: Callable[Concatenate[R, P], HttpResponse],
) -> Callable[Concatenate[R, P], HttpResponse]:
    """Read the page from a replica that is nearly up to date, unless the reader has just changed
    something. If the replica fails, or the page writes, it is made on the primary.

    Access is checked on the primary (annotation.research.common.access)."""

    @wraps(view)
    def read(request: R, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.method in READING and WROTE not in request.COOKIES and is_usable():
            try:
                with on_replica():
                    return view(request, *args, **kwargs)
            except InternalError:
                pass  # a write
            except Error:
                gauge.give_up()
        return view(request, *args, **kwargs)

    return read


def remember_write(request: HttpRequest, response: HttpResponse) -> None:
    """Let the browser read from the primary for a while after a change."""
    if has_replica() and request.method not in READING:
        response.set_cookie(
            WROTE,
            "1",
            max_age=WROTE_SECONDS,
            httponly=True,
            samesite="Lax",
            secure=settings.SESSION_COOKIE_SECURE,
        )
