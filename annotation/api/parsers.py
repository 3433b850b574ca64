"""Parse bodies as strict JSON."""

from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from rest_framework.parsers import BaseParser

from annotation.services.errors import TooLarge
from annotation.strict_json import read_json


class StrictJSONParser(BaseParser):
    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        limit = _most_bytes(parser_context or {})
        body = stream.read(limit + 1)
        if len(body) > limit:
            raise TooLarge(f"A JSON body may have {limit / 1024:,.0f} KB at most here.")
        return read_json(body)


def _most_bytes(context: Mapping[str, Any]) -> int:
    """Return the most bytes that the operation takes; by now it knows who calls it."""
    bound = getattr(context.get("view"), "most_bytes", None)
    return bound() if bound else settings.DATA_UPLOAD_MAX_MEMORY_SIZE
