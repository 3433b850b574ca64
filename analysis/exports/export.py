"""A file of a campaign: how it is made, what it is called, and its type."""

import io
from collections.abc import Callable
from typing import NamedTuple, Protocol

from annotation.models import Campaign

JSON, JSON_LINES, CSV = "application/json", "application/x-ndjson", "text/csv; charset=utf-8"
TSV, JSON_LD = "text/tab-separated-values; charset=utf-8", "application/ld+json"
PLAIN, ZIP = "text/plain; charset=utf-8", "application/zip"
PARQUET = "application/vnd.apache.parquet"
USUAL = "gold"


class Sink(Protocol):
    def write(self, data: bytes, /) -> object: ...


class Export(NamedTuple):
    """One form in which a campaign can be exported. `pieces` writes it without holding it whole;
    None where that cannot be."""

    make: Callable[[Campaign], bytes]
    ending: str
    content_type: str
    pieces: Callable[[Campaign, Sink], None] | None = None

    def pour(self, campaign: Campaign, sink: Sink) -> None:
        """Write the file, piece by piece if it can be."""
        if self.pieces is None:
            sink.write(self.make(campaign))
        else:
            self.pieces(campaign, sink)


def in_pieces(pieces: Callable[[Campaign, Sink], None], ending: str, content_type: str) -> Export:
    """Return the export that these pieces make."""

    def make(campaign: Campaign) -> bytes:
        whole = io.BytesIO()
        pieces(campaign, whole)
        return whole.getvalue()

    return Export(make, ending, content_type, pieces)
