"""The results of recounting a snapshot's rows, for the check of its gold file."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from analysis.snapshots.rows import Row
from analysis.snapshots.spool import Shelf
from annotation.models import Item
from annotation.services.snapshots.manifest import Manifest


class Judged(NamedTuple):
    """A judgment, stored until all of its item have been read."""

    judgment: int
    worker: int
    counts: bool
    vector: list[int]
    seconds: float
    answer: Row

    def where(self, item: int) -> str:
        return f"judgment {self.judgment} (item {item}, worker {self.worker})"


class Recounted(NamedTuple):
    """The manifest with the counts of its rows; workers by number; all items in order with their
    judgments, and each by number; the contents of documents by name; the final decision, and the
    answer with its source, by item number."""

    manifest: Manifest
    counts: Mapping[str, int]
    workers: Mapping[int, Row]
    judged: Iterable[tuple[Item, list[Judged]]]
    item: Callable[[int], Item]
    documents: Shelf[str]
    decisions: Shelf[int]
    settled: Shelf[int]
