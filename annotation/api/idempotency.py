"""Idempotency keys (draft-ietf-httpapi-idempotency-key-header): a repeated request creates nothing
twice."""

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import cast

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponseBase, QueryDict
from drf_spectacular.utils import OpenApiParameter
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.scope import caller, may_ask_in, noted_project
from annotation.models import APIToken
from annotation.services.errors import Invalid
from annotation.services.idempotency import Given, KeyedRequest, answer_once

HEADER = "Idempotency-Key"
MAX_KEY_LENGTH = 100
PATTERN = f"^[!-~]{{1,{MAX_KEY_LENGTH}}}$"
PARAMETER = OpenApiParameter(
    HEADER,
    {"type": "string", "pattern": PATTERN, "maxLength": MAX_KEY_LENGTH},
    OpenApiParameter.HEADER,
    description=(
        "A unique key per request, such as a UUID, chosen by the client. Repeating the request "
        "with the same key within a day returns the same answer and creates nothing."
    ),
)


def once(request: Request, make: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    """Return the response of `make`, or the stored response to the same key."""
    key = request.headers.get(HEADER)
    if key is None:
        response = make()
        noted_project(request)
        return response
    if not re.fullmatch(PATTERN, key):
        raise Invalid(
            f"An {HEADER} is 1 to {MAX_KEY_LENGTH} ASCII letters, digits and signs, no spaces.",
            field=HEADER,
        )
    given = answer_once(
        _keyed_request(request, key), lambda: _given(request, cast(Response, make()))
    )
    headers = {"Idempotent-Replayed": "true"} if given.again else None
    return Response(json.loads(given.body), given.status, headers=headers)


def _given(request: Request, response: Response) -> Given:
    body = JSONRenderer().render(response.data).decode()
    return Given(response.status_code, body, noted_project(request))


def _keyed_request(request: Request, key: str) -> KeyedRequest:
    token = request.auth
    by = f"token {token.pk}" if isinstance(token, APIToken) else f"user {request.user.pk}"
    digest = hashlib.sha256(f"{request.method} {request.get_full_path()}\n".encode())
    for part in _parts(request.data):
        digest.update(part)
    may_ask = partial(may_ask_in, request)
    return KeyedRequest(caller(request), by, key, digest.hexdigest(), may_ask)


def _parts(data: object) -> Iterator[bytes]:
    """Yield the parts of a request that are the same in every repetition: not the order of names,
    white space, or the boundaries of a form."""
    if not isinstance(data, QueryDict):
        yield json.dumps(data, sort_keys=True).encode()
        return
    for name, values in sorted(data.lists()):
        yield json.dumps(name).encode()
        for value in values:
            if isinstance(value, UploadedFile):
                yield json.dumps(value.name).encode()
                yield hashlib.file_digest(value, "sha256").digest()
                value.seek(0)
            else:
                yield json.dumps(value).encode()
