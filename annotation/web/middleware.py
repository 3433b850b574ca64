"""Middleware for every page: a strict content security policy, and error pages instead of
tracebacks."""

import re
from collections.abc import Callable, Iterator
from urllib.parse import unquote_to_bytes

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse

from annotation.web.error_pages import refuse
from annotation.web.problem_details import Problem, busy

Handler = Callable[[HttpRequest], HttpResponse]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'; manifest-src 'self'"
)
MAX_ADDRESS_LENGTH = 4000
# Django decodes a path except for bytes that are not UTF-8, which stay escaped.
NOT_UTF8 = re.compile("%[89A-F][0-9A-F]", re.IGNORECASE)
FORM = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data"
# Bytes for the rest of a form around a file: its name, the other fields, the boundaries.
ROOM_AROUND_FILE = 64 * 1024


def content_security_policy(get_response: Handler) -> Handler:
    def handle(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        return response

    return handle


def refuse_unreadable_input(get_response: Handler) -> Handler:
    """Refuse input that cannot be stored or displayed: NUL characters (PostgreSQL text cannot
    contain them), bytes that are not UTF-8, and bodies above every limit.

    A large body is refused by its Content-Length, unread."""

    def handle(request: HttpRequest) -> HttpResponse:
        problem = next(_problems(request), None)
        return get_response(request) if problem is None else refuse(request, problem)

    return handle


class AnswerBusyDatabase:
    """Middleware that answers 503 while the database is restarting or out of connections. Browsers
    retry."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, OperationalError | InterfaceError):
            return refuse(request, busy())
        return None


def _problems(request: HttpRequest) -> Iterator[Problem]:
    yield from _problem_with_length(request)
    yield from _problem_with_address(request)
    if any("\x00" in value for value in request.COOKIES.values()):
        yield _unreadable("A cookie contains a NUL character, which is not allowed.")
    if request.content_type == FORM and _has_nul(request.body):
        yield _unreadable("The form contains a NUL character, which is not allowed. Remove it.")


def _problem_with_length(request: HttpRequest) -> Iterator[Problem]:
    limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    if request.content_type == MULTIPART:
        limit = settings.MAX_UPLOAD_BYTES + ROOM_AROUND_FILE
    announced = request.META.get("CONTENT_LENGTH") or "0"
    length = int(announced[:20]) if announced.isascii() and announced.isdigit() else -1
    if length < 0:
        yield _unreadable("The Content-Length is not a number.")
    if length > limit:
        sizes = f"This is {length / 2**20:.1f} MB; at most {limit / 2**20:.0f} MB are taken here."
        yield Problem(413, "too_large", f"{sizes} Send less at once.")


def _problem_with_address(request: HttpRequest) -> Iterator[Problem]:
    query = unquote_to_bytes(request.META.get("QUERY_STRING", ""))
    if len(request.path_info) + len(query) > MAX_ADDRESS_LENGTH:
        yield Problem(414, "too_long", "The address is longer than any address of this site.")
    if "\x00" in request.path_info or b"\x00" in query:
        yield _unreadable("The address contains a NUL character, which is not allowed.")
    if NOT_UTF8.search(request.path_info) or not _is_utf8(query):
        yield _unreadable("The address is not UTF-8.")


def _has_nul(body: bytes) -> bool:
    return b"%00" in body or b"\x00" in body


def _is_utf8(part: bytes) -> bool:
    try:
        part.decode()
    except UnicodeDecodeError:
        return False
    return True


def _unreadable(detail: str) -> Problem:
    return Problem(400, "unreadable", detail)
