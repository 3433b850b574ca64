"""Rate-limit workers whose submissions are repeatedly rejected, before Django sees them.

A submission is the one request that anyone may send and that always costs something. Refusing a
flood of them must cost next to nothing, so it happens here, outside Django and for both interfaces
that accept submissions."""

import hashlib
import re
from collections.abc import Callable, Iterable
from typing import Any
from wsgiref.types import WSGIEnvironment

import orjson

from annotation.services.errors import TooMany
from annotation.services.people.submit_backoff import patience
from annotation.web.problem_details import CONTENT_TYPE, Problem
from annotation.worker.identity import COOKIE

Start = Callable[..., Any]
Application = Callable[[WSGIEnvironment, Start], Iterable[bytes]]

SUBMIT = re.compile(r"/(?:w/[^/]+/hit/[0-9]+/submit/|api/v1/.+/submit)")
WORKER = re.compile(rf"(?:^|;\s*){COOKIE}=([^;]+)")
MAX_DISCARDED = 2 * 2**20
PIECE = 64 * 1024
NOBODY = {401, 403}


def patient(application: Application) -> Application:
    """Wrap the application to answer at once if the worker has to wait."""

    def serve(environment: WSGIEnvironment, start: Start) -> Iterable[bytes]:
        worker = sender_of(environment)
        if worker is None:
            return application(environment, start)
        try:
            counted = patience.begin(worker)
        except TooMany as error:
            discard(environment)
            return refuse(environment, start, error)

        def noting(status: str, *more: object) -> object:
            code = int(status[:3])
            if code not in NOBODY:
                patience.end(worker, counted=counted, status=code)
            return start(status, *more)

        return application(environment, noting)

    return serve


def sender_of(environment: WSGIEnvironment) -> bytes | None:
    """Return a digest of a submission's credentials; None for other requests."""
    if environment["REQUEST_METHOD"] != "POST" or not SUBMIT.fullmatch(environment["PATH_INFO"]):
        return None
    shown = environment.get("HTTP_AUTHORIZATION", "")
    if not environment["PATH_INFO"].startswith("/api/"):
        found = WORKER.search(environment.get("HTTP_COOKIE", ""))
        shown = found[1] if found else ""
    return hashlib.blake2b(shown.encode(), digest_size=16).digest() if shown else None


def discard(environment: WSGIEnvironment) -> None:
    """Read the body and discard it. Gunicorn would read an unread body in a place that blocks all
    other requests. A body above every limit is left unread; its sender waits in the proxy."""
    length = environment.get("CONTENT_LENGTH") or "0"
    if length.isascii() and length.isdigit() and int(length[:20]) <= MAX_DISCARDED:
        while environment["wsgi.input"].read(PIECE):
            pass


def refuse(environment: WSGIEnvironment, start: Start, error: TooMany) -> Iterable[bytes]:
    """Return the refusal in the format of the interface that was called."""
    problem = Problem(error.status, error.code, error.message, error.details)
    kind, body = CONTENT_TYPE, problem.body()
    if not environment["PATH_INFO"].startswith("/api/"):
        refusal = {"code": error.code, "message": error.message, **error.details}
        kind, body = "application/json", {"error": refusal}
    content = orjson.dumps(body)
    headers = [
        ("Content-Type", kind),
        ("Content-Length", str(len(content))),
        ("Retry-After", str(error.wait)),
        ("Cache-Control", "no-store"),
        ("X-Content-Type-Options", "nosniff"),
    ]
    start("429 Too Many Requests", headers)
    return [content]
