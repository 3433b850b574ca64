"""Compress answers that hold data: JSON, lines of it, CSV, plain text. They are several times
smaller so."""

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
# Shorter ones fit into one packet as they are.
WORTH_IT = 1400


def takes_compressed(request: HttpRequest) -> bool:
    """Return whether the client takes answers that `CompressData` has compressed."""
    return bool(re_accepts_gzip.search(request.headers.get("Accept-Encoding", "")))


class CompressData(GZipMiddleware):
    """Middleware that compresses what is data and can be taken in one way only.

    Pages stay as they are: they are small, and how far they shrink may tell of what they hold. So
    does what is sent in parts, whose ranges count the bytes of the file itself. A digest is of the
    file, and is not told of its compressed form; the ETag becomes a weak one."""

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
