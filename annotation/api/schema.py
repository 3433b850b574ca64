"""What the OpenAPI schema says of every operation alike."""

from collections.abc import Iterable
from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.utils import OpenApiResponse, inline_serializer
from rest_framework import serializers

from annotation.problems import CONTENT_TYPE

ProblemError = inline_serializer(
    "ProblemError",
    {
        "message": serializers.CharField(help_text="What is wrong and what to do."),
        "field": serializers.CharField(required=False),
        "row": serializers.IntegerField(required=False, help_text="0 means the whole file."),
        "column": serializers.CharField(required=False),
    },
)
Problem = inline_serializer(
    "Problem",
    {
        "type": serializers.CharField(),
        "title": serializers.CharField(),
        "status": serializers.IntegerField(),
        "code": serializers.CharField(help_text="Names the case, for programs."),
        "detail": serializers.CharField(help_text="What is wrong and what to do, for people."),
        "field": serializers.CharField(required=False),
        "line": serializers.IntegerField(required=False, help_text="In a JSON body, from 1."),
        "column": serializers.IntegerField(required=False, help_text="In that line, from 1."),
        "position": serializers.IntegerField(required=False, help_text="In the field, from 0."),
        "errors": serializers.ListField(child=ProblemError, required=False),
    },
)

MEANINGS = {
    400: "Something in the request is wrong; the answer says what and where.",
    401: "No token or session, or one that does not hold.",
    403: "Not allowed, or a session without its CSRF token.",
    404: "No such thing, or not one of yours.",
    406: "The answer is not to be had in the form that Accept asks for.",
    409: "Not in the state that this needs.",
    413: "The body is too large.",
    415: "The body is not in a form that this takes.",
    503: "Busy: send the same request again after Retry-After seconds.",
}


def refusals(statuses: Iterable[int]) -> dict[tuple[int, str], OpenApiResponse]:
    return {
        (status, CONTENT_TYPE): OpenApiResponse(Problem, description=MEANINGS[status])
        for status in sorted(statuses)
    }


class TokenScheme(OpenApiAuthenticationExtension):
    target_class = "annotation.api.authentication.TokenAuthentication"
    name = "researcher token"

    def get_security_definition(self, auto_schema: object) -> dict[str, Any]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A project's token, made on the project's page: midpath_…",
        }


class WorkerScheme(OpenApiAuthenticationExtension):
    target_class = "annotation.api.authentication.WorkerAuthentication"
    name = "worker token"

    def get_security_definition(self, auto_schema: object) -> dict[str, Any]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "What join answers: worker_…",
        }


class SessionScheme(OpenApiAuthenticationExtension):
    target_class = "annotation.api.authentication.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: object) -> dict[str, Any]:
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": "sessionid",
            "description": "Signed in on the pages; a change needs X-CSRFToken too.",
        }


def close_bodies(result: dict[str, Any], **kwargs: object) -> dict[str, Any]:
    """Operations refuse names that they do not know: say so."""
    for name, component in result["components"]["schemas"].items():
        if name.endswith("Input"):
            component["additionalProperties"] = False
    return result
