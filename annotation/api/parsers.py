"""Parse bodies as strict JSON, and treat a form without fields as no body."""

import re
from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from django.http import HttpRequest
from rest_framework.parsers import BaseParser

from annotation.services.errors import TooLarge
from midpath.text.strict_json import read_json

# A form without fields is its boundary, of at most 70 characters, between hyphens.
EMPTY_FORM = re.compile(rb"(\r\n)?--[ -~]{1,70}--\s*")
MAX_EMPTY_FORM_BYTES = 80


class StrictJSONParser(BaseParser):
    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, object] | None = None,
    ) -> Any:
        limit = _most_bytes(parser_context or {})
        body = stream.read(limit + 1)
        if len(body) > limit:
            raise TooLarge(f"A JSON body may have {limit / 1024:,.0f} KB at most here.")
        return read_json(body)


def _most_bytes(context: Mapping[str, object]) -> int:
    """Return the maximum number of bytes for the operation, which may depend on the caller."""
    bound = getattr(context.get("view"), "most_bytes", None)
    return bound() if bound else settings.DATA_UPLOAD_MAX_MEMORY_SIZE


def drop_empty_form(request: HttpRequest) -> None:
    """Treat a multipart form without fields as no body: browsers send one for `new FormData()`."""
    length = request.META.get("CONTENT_LENGTH") or ""
    if request.content_type != "multipart/form-data" or not length.isdecimal():
        return
    if int(length) <= MAX_EMPTY_FORM_BYTES and EMPTY_FORM.fullmatch(request.body):
        request.META["CONTENT_LENGTH"] = "0"
