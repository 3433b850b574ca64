"""An export file of a campaign: how it is made, its name, and its type."""

import hashlib
from collections.abc import Callable, Iterable
from pathlib import PurePath
from typing import NamedTuple, Protocol

from analysis.reading.extent import Extent
from annotation.models import Campaign

JSON, JSON_LINES = "application/json", "application/x-ndjson"
CONTENT_TYPES = {
    ".conll": "text/plain; charset=utf-8",
    ".csv": "text/csv; charset=utf-8",
    ".json": JSON,
    ".jsonl": JSON_LINES,
    ".jsonld": "application/ld+json",
    ".parquet": "application/vnd.apache.parquet",
    ".tsv": "text/tab-separated-values; charset=utf-8",
    ".zip": "application/zip",
}
USUAL = "gold"


class Sink(Protocol):
    def write(self, data: bytes, /) -> object: ...


class Hashed:
    """A file whose bytes are counted and hashed as they pass."""

    def __init__(self, sink: Sink) -> None:
        self._sink, self._hash, self.size = sink, hashlib.sha256(), 0

    def write(self, data: bytes, /) -> None:
        self._sink.write(data)
        self._hash.update(data)
        self.size += len(data)

    @property
    def digest(self) -> str:
        return self._hash.hexdigest()


class Export(NamedTuple):
    """A format in which a campaign can be exported; if it is `of_some`, some of its items as
    well."""

    write: Callable[[Extent, Sink], None]
    ending: str
    of_some: bool

    @property
    def content_type(self) -> str:
        return CONTENT_TYPES[PurePath(self.ending).suffix]

    def pour(self, extent: Extent, sink: Sink) -> None:
        """Write the file piece by piece."""
        if not (self.of_some or extent.is_whole):
            raise ValueError(f"{self.ending} is available only for whole campaigns")
        self.write(extent, sink)


def in_pieces(write: Callable[[Campaign, Sink], None], ending: str) -> Export:
    """Return the export that this function writes, for whole campaigns."""
    return Export(lambda extent, sink: write(extent.campaign, sink), ending, of_some=False)


def from_parts(parts: Callable[[Campaign], Iterable[bytes]], ending: str) -> Export:
    """Return the export made of these parts, one after the other."""

    def write(campaign: Campaign, sink: Sink) -> None:
        for part in parts(campaign):
            sink.write(part)

    return in_pieces(write, ending)


def of_extents(write: Callable[[Extent, Sink], None], ending: str) -> Export:
    """Return the export that this function writes, for a whole campaign or for some items."""
    return Export(write, ending, of_some=True)
