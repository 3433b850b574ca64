from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response

from annotation.services.errors import ServiceError, TooMany
from annotation.web.problem_details import CONTENT_TYPE, NOT_FOUND, RETRY_SECONDS, Problem, busy
from midpath.text.strict_json import UnreadableJSON


def answer(exception: Exception, context: Mapping[str, object]) -> Response | None:
    """Return the response to an exception (REST framework's hook); None for our own bugs."""
    problem = problem_of(exception)
    if problem is None:
        return None
    return Response(
        problem.body(), problem.status, headers=dict(problem.headers), content_type=CONTENT_TYPE
    )


def problem_of(exception: Exception) -> Problem | None:
    for kind, describe in DESCRIPTIONS.items():
        if isinstance(exception, kind):
            return describe(exception)
    return None


def _refused(error: ServiceError) -> Problem:
    headers = {"Retry-After": RETRY_SECONDS} if error.status == 503 else {}
    if isinstance(error, TooMany):
        headers = {"Retry-After": str(error.wait)}
    return Problem(error.status, error.code, error.message, error.details, headers)


def _unreadable(error: UnreadableJSON) -> Problem:
    place = {"line": error.line, "column": error.column}
    return Problem(400, "unreadable_json", error.message, place)


CODES = {
    401: "not_authenticated",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    413: "too_large",
    415: "unsupported_media_type",
    429: "too_many_requests",
}


def _of_framework(exception: exceptions.APIException) -> Problem:
    headers = {}
    if challenge := getattr(exception, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    if wait := getattr(exception, "wait", None):
        headers["Retry-After"] = str(round(wait))
    code = CODES.get(exception.status_code, "refused")
    return Problem(exception.status_code, code, str(exception.detail), headers=headers)


def _invalid(exception: exceptions.ValidationError) -> Problem:
    errors = list(_flattened(exception.detail))
    first = errors[0]
    where = {"field": first["field"], "errors": errors} if first["field"] else {"errors": errors}
    return Problem(400, "invalid", first["message"], where)


def _flattened(detail: object, path: str = "") -> Iterator[dict[str, str]]:
    if isinstance(detail, Mapping):
        for name, inner in detail.items():
            inside = path if name == "non_field_errors" else f"{path}.{name}".lstrip(".")
            yield from _flattened(inner, inside)
    elif isinstance(detail, list):
        for place, inner in enumerate(detail):
            nested = isinstance(inner, Mapping | list)
            yield from _flattened(inner, f"{path}.{place}".lstrip(".") if nested else path)
    else:
        yield {"field": path, "message": str(detail)}


# The first class that matches is used, so special ones come before general ones.
DESCRIPTIONS: Mapping[type[Exception], Callable[[Any], Problem]] = {
    ServiceError: _refused,
    UnreadableJSON: _unreadable,
    exceptions.ValidationError: _invalid,
    exceptions.APIException: _of_framework,
    Http404: lambda _: Problem(404, "not_found", NOT_FOUND),
    PermissionDenied: lambda _: Problem(403, "forbidden", "You do not have permission to do this."),
    OperationalError: lambda _: busy(),
    InterfaceError: lambda _: busy(),
    RequestDataTooBig: lambda _: Problem(
        413, "too_large", "The body is too large for this address."
    ),
    SuspiciousOperation: lambda _: Problem(400, "unreadable", "This request cannot be read."),
}
