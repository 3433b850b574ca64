"""Resumable downloads: single byte ranges (RFC 9110).

Any other range request (several ranges, another unit, a range of an earlier file) is answered with
the whole file, as the RFC allows."""

import base64
import re
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response

from midpath.exchange.zips.zip_stored import Body

ONE_RANGE = re.compile(r"bytes=(?:([0-9]{1,18})-([0-9]{1,18})?|-([0-9]{1,18}))")


class Download(NamedTuple):
    """A file to download. `body` returns its bytes from a first to a last; `digest` is its SHA-256
    in hexadecimal, empty if not computed; `version` identifies its bytes equally well."""

    name: str
    content_type: str
    size: int
    digest: str
    body: Body
    version: str


class Range(NamedTuple):
    first: int
    last: int


class Unsatisfiable(Exception):
    """A range that begins after the end of the file."""


def resumable(request: HttpRequest, file: Download) -> HttpResponseBase:
    """Return the file, or the requested part of it."""
    etag = f'"{file.version}"'
    unchanged = get_conditional_response(request, etag=etag)
    if unchanged is not None:
        return unchanged
    try:
        requested = _requested(request, file.size, etag)
    except Unsatisfiable:
        refused = HttpResponse(status=416)
        refused.headers["Content-Range"] = f"bytes */{file.size}"
        return refused
    first, last = requested or Range(0, file.size - 1)
    reading = request.method != "HEAD" and file.size
    response = StreamingHttpResponse(
        file.body(first, last) if reading else (),
        status=206 if requested else 200,
        content_type=file.content_type,
    )
    if requested:
        response.headers["Content-Range"] = f"bytes {first}-{last}/{file.size}"
    elif file.digest:
        encoded = base64.b64encode(bytes.fromhex(file.digest)).decode()
        response.headers["Repr-Digest"] = f"sha-256=:{encoded}:"
    response.headers["Content-Length"] = str(last - first + 1)
    response.headers["Content-Disposition"] = f'attachment; filename="{file.name}"'
    response.headers["Accept-Ranges"] = "bytes"
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "private, no-cache"
    return response


def _requested(request: HttpRequest, size: int, etag: str) -> Range | None:
    """Return the requested range, None for the whole file."""
    matched = ONE_RANGE.fullmatch(request.headers.get("Range", "").strip())
    if_range = request.headers.get("If-Range", "").strip()
    if matched is None or request.method != "GET" or (if_range and if_range != etag):
        return None
    start, end, back = matched.groups()
    first = int(start) if start else max(0, size - int(back))
    last = min(int(end), size - 1) if end else size - 1
    if start and end and int(end) < int(start):
        return None
    if first >= size or back == "0":
        raise Unsatisfiable
    return Range(first, last)
