"""A file of a campaign: how it is made, what it is called, and its type."""

from collections.abc import Callable
from typing import NamedTuple

from annotation.models import Campaign

JSON, JSON_LINES, CSV = "application/json", "application/x-ndjson", "text/csv; charset=utf-8"
TSV, JSON_LD = "text/tab-separated-values; charset=utf-8", "application/ld+json"
PLAIN, ZIP = "text/plain; charset=utf-8", "application/zip"
USUAL = "gold"


class Export(NamedTuple):
    """One form in which a campaign can be exported."""

    make: Callable[[Campaign], bytes]
    ending: str
    content_type: str
