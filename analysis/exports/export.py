"""An export file of a campaign: how it is made, its name, and its type."""

import hashlib
import io
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
    """A format in which a campaign can be exported. `pieces` writes it piece by piece; None if that
    is not possible. `of_extent` writes it for some items; None if it is about the whole
    campaign."""

    make: Callable[[Campaign], bytes]
    ending: str
    pieces: Callable[[Campaign, Sink], None] | None = None
    of_extent: Callable[[Extent, Sink], None] | None = None

    @property
    def content_type(self) -> str:
        return CONTENT_TYPES[PurePath(self.ending).suffix]

    def pour(self, extent: Extent, sink: Sink) -> None:
        """Write the file, piece by piece if possible."""
        if self.of_extent is not None:
            self.of_extent(extent, sink)
        elif not extent.is_whole:
            raise ValueError(f"{self.ending} is available only for whole campaigns")
        elif self.pieces is None:
            sink.write(self.make(extent.campaign))
        else:
            self.pieces(extent.campaign, sink)


def in_pieces(pieces: Callable[[Campaign, Sink], None], ending: str) -> Export:
    """Return the export made of these pieces."""

    def make(campaign: Campaign) -> bytes:
        whole = io.BytesIO()
        pieces(campaign, whole)
        return whole.getvalue()

    return Export(make, ending, pieces)


def from_parts(parts: Callable[[Campaign], Iterable[bytes]], ending: str) -> Export:
    """Return the export made of these parts, one after the other."""

    def pieces(campaign: Campaign, sink: Sink) -> None:
        for part in parts(campaign):
            sink.write(part)

    return in_pieces(pieces, ending)


def of_extents(write: Callable[[Extent, Sink], None], ending: str) -> Export:
    """Return the export that this function writes, for a whole campaign or for some items."""
    whole = in_pieces(lambda campaign, sink: write(Extent(campaign), sink), ending)
    return whole._replace(of_extent=write)
