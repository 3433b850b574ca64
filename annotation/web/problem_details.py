"""Describe errors for programs as problem details (RFC 9457)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus

from django.http import HttpResponse, JsonResponse

CONTENT_TYPE = "application/problem+json"
RETRY_SECONDS = "2"
NOT_FOUND = "There is nothing at this address, or it is not yours to see."


@dataclass(frozen=True)
class Problem:
    """An error for programs. `details` locates it: field, row, column, line, position, or a list of
    errors."""

    status: int
    code: str
    detail: str
    details: Mapping[str, object] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)

    def body(self) -> dict[str, object]:
        where = {name: value for name, value in self.details.items() if value is not None}
        return where | {
            "type": f"urn:midpath:problem:{self.code}",
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "code": self.code,
            "detail": self.detail,
        }

    def plain_response(self) -> HttpResponse:
        return JsonResponse(
            self.body(), status=self.status, content_type=CONTENT_TYPE, headers=self.headers
        )


def busy() -> Problem:
    return Problem(
        503,
        "busy",
        "The server is busy. Send the same request again in a moment.",
        headers={"Retry-After": RETRY_SECONDS},
    )
