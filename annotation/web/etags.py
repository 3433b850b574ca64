"""Conditional responses: ETag and If-None-Match (RFC 9110).

The server still computes the response; only the transfer and the client's work are saved."""

import hashlib
import re

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.template.response import SimpleTemplateResponse
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags

# Ages that grow by themselves are not a change. Within a text, the quotation marks would be
# escaped.
AGE = re.compile(rb'"age_seconds":[-+.0-9eE]+')
NOT_MODIFIED_HEADERS = ("Cache-Control", "ETag", "Vary")


def tell_changes(request: HttpRequest, response: SimpleTemplateResponse) -> None:
    """Set an ETag on a finished response, and answer 304 if the client already has it."""
    patch_vary_headers(response, ("Authorization", "Cookie"))

    def answer(written: HttpResponseBase) -> HttpResponseBase | None:
        if not isinstance(written, HttpResponse):
            return None
        etag = written.headers["ETag"] = etag_of(written.content)
        return _unchanged(written) if _holds(request, etag) else None

    response.add_post_render_callback(answer)


def etag_of(body: bytes) -> str:
    """Return the ETag of a body: strong, or weak if ages were left out."""
    lasting = AGE.sub(b"", body)
    digest = hashlib.sha256(lasting).hexdigest()[:32]
    return f'"{digest}"' if lasting == body else f'W/"{digest}"'


def _holds(request: HttpRequest, etag: str) -> bool:
    """Return whether the client has this response, by RFC 9110's weak comparison."""
    tags = parse_etags(request.headers.get("If-None-Match", ""))
    return "*" in tags or etag.removeprefix("W/") in {one.removeprefix("W/") for one in tags}


def _unchanged(response: HttpResponse) -> HttpResponse:
    headers = {
        name: response.headers[name] for name in NOT_MODIFIED_HEADERS if name in response.headers
    }
    return HttpResponseNotModified(headers=headers)
