"""Text and hooks for the OpenAPI schema that are common to all operations."""

import re
from collections.abc import Iterable, Mapping

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.plumbing import get_lib_doc_excludes
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, inline_serializer

from annotation.addons import declared_by_addons
from annotation.api.basic_fields import Array, Integer, String
from annotation.api.description.links import Schema
from annotation.api.fields import Form, Strict
from annotation.api.jobs.options import OptionsInput
from annotation.api.pagination import Page
from annotation.api.term_fields import TermsInput
from annotation.web.problem_details import CONTENT_TYPE

ProblemError = inline_serializer(
    "ProblemError",
    {
        "message": String("What is wrong and what to do."),
        "field": String("The name in the request that it is about.", required=False),
        "row": Integer("From 1 in a file or in `rows`; 0 means all of it.", required=False),
        "column": String("Which of the row's columns, by its name.", required=False),
    },
)
Problem = inline_serializer(
    "Problem",
    {
        "type": String("`urn:midpath:problem:` and the code."),
        "title": String("The name of the status."),
        "status": Integer("The status of the answer."),
        "code": String("Names the case, for programs."),
        "detail": String("What is wrong and what to do, for people."),
        "field": String("The name in the request that it is about.", required=False),
        "line": Integer("In a JSON body, from 1.", required=False),
        "column": Integer("In that line, from 1.", required=False),
        "position": Integer("In the field, from 0.", required=False),
        "scope": String("The scope that the token lacks for this operation.", required=False),
        "retry_after": Integer("Seconds until the next attempt.", required=False),
        "errors": Array("Every error, item by item.", child=ProblemError, required=False),
    },
)

IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    str,
    OpenApiParameter.HEADER,
    description="The ETag of a response you have: 304 without a body if it is unchanged.",
)
JSON = "application/json"
# A JSON file may contain an object or a list.
FILE = {JSON: OpenApiTypes.ANY, "*/*": OpenApiTypes.BINARY}
MEANINGS = {
    200: "Done, or found.",
    201: "Created.",
    202: "Accepted; it runs in the background.",
    204: "Done; the answer is empty.",
    206: "The requested range of bytes.",
    304: "Unchanged since the ETag that was sent.",
    400: "Something in the request is wrong; the answer says what and where.",
    401: "No valid token or session.",
    403: "Not allowed, or a session without its CSRF token.",
    404: "It does not exist, or you have no access to it.",
    406: "The response is not available in a format that Accept allows.",
    409: "Not possible in its current state.",
    413: "The body is too large.",
    414: "The address is longer than 4,000 characters.",
    415: "The body is not in a format that is accepted here.",
    416: "The range begins after the end of the file.",
    422: "The Idempotency-Key was used with a different request.",
    429: "Too many requests: send the same request again after Retry-After seconds.",
    503: "Busy: send the same request again after Retry-After seconds.",
}

# The schema of an empty text, as drf-spectacular writes it next to a pattern.
EMPTY = {"type": "string", "maxLength": 0}

IN_ADDRESSES: dict[str, str] = {
    "act_id": "The review’s number: the `id` of what made it.",
    "answer_id": "The number of a gold answer.",
    "assignment_id": "The lease on a HIT, as claim returns it.",
    "batch_id": "The number of a list of payments.",
    "campaign_id": "The campaign's number.",
    "code": "The code under which workers join the campaign.",
    "decision_id": "The decision's number.",
    "dataset_id": "The dataset's number.",
    "invitation_id": "The invitation's number.",
    "item_id": "The item's number.",
    "language": "The code of the language.",
    "name": "Which of the campaign's files.",
    "project_id": "The project's number.",
    "sha256": "The picture's SHA-256, as the item names it.",
    "snapshot_id": "The snapshot's number.",
    "set_id": "The set's number.",
    "filter_id": "The saved filter’s number.",
    "token_id": "The token's number, not its key.",
    "dataset_import_id": "The number of an import of a large file.",
    "set_import_id": "The number of an import of annotations.",
    "user_id": "The account's number, as the list of members has it.",
    "worker": "The worker's number in the project.",
}


def answers(gives: Mapping[int, object]) -> dict[tuple[int, str], OpenApiResponse]:
    """Describe an operation's responses. A file has the media type of its contents."""
    return {
        (status, media): OpenApiResponse(body, description=MEANINGS[status])
        for status, form in gives.items()
        for media, body in (FILE if form is OpenApiTypes.BINARY else {JSON: form}).items()
    }


def refusals(statuses: Iterable[int]) -> dict[tuple[int, str], OpenApiResponse]:
    return {
        (status, CONTENT_TYPE): OpenApiResponse(Problem, description=MEANINGS[status])
        for status in sorted(statuses)
    }


class TokenScheme(OpenApiAuthenticationExtension):
    target_class = "annotation.api.authentication.TokenAuthentication"
    name = "researcher token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A project's token, made on the project's page: midpath_…",
        }


class WorkerScheme(OpenApiAuthenticationExtension):
    target_class = "annotation.api.authentication.WorkerAuthentication"
    name = "worker token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "Returned by join: worker_…"}


class AnyScheme(OpenApiAuthenticationExtension):
    target_class = "annotation.api.authentication.AnyAuthentication"
    name = "any token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A project's token or a worker's. With a token, it returns more.",
        }


class SessionScheme(OpenApiAuthenticationExtension):
    target_class = "annotation.api.authentication.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": "sessionid",
            "description": "Signed in on the pages; a change needs X-CSRFToken too.",
        }


def internal_classes() -> list[type]:
    """Return the bases whose docstrings are for Midpath's programmers, not for its clients."""
    return [*get_lib_doc_excludes(), Form, Strict, Page, OptionsInput, TermsInput]


def tell_places(result: Schema, **kwargs: object) -> Schema:
    described = IN_ADDRESSES | declared_by_addons(lambda config: config.path_parameters)
    for operations in result["paths"].values():
        for operation in operations.values():
            for parameter in operation.get("parameters", ()):
                if parameter["in"] == "path":
                    parameter["description"] = described[parameter["name"]]
    return result


def close_bodies(result: Schema, **kwargs: object) -> Schema:
    """Mark the bodies of operations as closed: unknown names are refused."""
    for name, component in result["components"]["schemas"].items():
        if name.endswith("Input"):
            component["additionalProperties"] = False
    return result


def take_empty_once(result: Schema, **kwargs: object) -> Schema:
    """Describe a pattern that also matches an empty text as one form. As two forms, an empty text
    would match both, but `oneOf` allows only one."""
    for component in result["components"]["schemas"].values():
        for described in component.get("properties", {}).values():
            pattern, *others = described.get("oneOf", [{}])
            if others == [EMPTY] and re.search(pattern.get("pattern", "."), ""):
                del described["oneOf"]
                described.update(pattern)
    return result
