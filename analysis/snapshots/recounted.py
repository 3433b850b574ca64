"""The findings of a recount of a snapshot's rows, from which its gold file has to follow."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from analysis.snapshots.rows import Row
from analysis.snapshots.spool import Shelf
from annotation.models import Item


class Judged(NamedTuple):
    """A judgment as it is put aside until all of its item are there."""

    judgment: int
    worker: int
    counts: bool
    vector: list[int]
    seconds: float
    answer: Row

    def where(self, item: int) -> str:
        return f"judgment {self.judgment} (item {item}, worker {self.worker})"


class Recounted(NamedTuple):
    """The manifest with the counts of its rows; workers by number; all items in their order with
    their judgments, and each by its number; the contents of documents by name; the decision that
    stands, and the answer with where it is from, by the number of the item."""

    manifest: Mapping[str, Any]
    counts: Mapping[str, int]
    workers: Mapping[int, Row]
    judged: Iterable[tuple[Item, list[Judged]]]
    item: Callable[[int], Item]
    documents: Shelf[str]
    decisions: Shelf[int]
    settled: Shelf[int]
