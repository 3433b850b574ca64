"""Compress responses with data: JSON, JSON lines, CSV and plain text."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware, re_accepts_gzip

DATA = frozenset(
    (
        "application/json",
        "application/ld+json",
        "application/problem+json",
        "application/vnd.oai.openapi",
        "application/x-ndjson",
        "text/csv",
        "text/plain",
    )
)
# Shorter responses fit into one packet uncompressed.
WORTH_IT = 1400


def takes_compressed(request: HttpRequest) -> bool:
    """Return whether the client accepts responses compressed by `CompressData`."""
    return bool(re_accepts_gzip.search(request.headers.get("Accept-Encoding", "")))


class CompressData(GZipMiddleware):
    """Middleware that compresses data responses, but neither pages nor partial content.

    Pages are small, and their compressed size could leak their contents. Ranges of partial
    responses count bytes of the original file. A digest describes the file, so it is left
    unchanged; the ETag becomes weak."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        kind = response.headers.get("Content-Type", "").partition(";")[0].strip()
        short = not response.streaming and len(getattr(response, "content", b"")) < WORTH_IT
        if kind not in DATA or short or "Accept-Ranges" in response.headers:
            return response
        answer = super().process_response(request, response)
        if "Content-Encoding" in answer.headers:
            answer.headers.pop("Repr-Digest", None)
        return answer
