"""The contract for recomputing a gold file's content from given rows, with the code
that writes the file but without a database."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, NamedTuple

from midpath.json_types import JsonMapping, JsonObject
from midpath.schemes.base import Item

CONSENSUS, DIFFERENCES, DOCUMENTS = "consensus", "differences", "documents"
AGREEMENT = "figures.agreement"
# Fields of a decision in a gold file besides its answer, as in the rows of decisions.
OF_DECISIONS = ("how", "adjudicator", "apart", "blind", "note", "decided_at", "judgments_since")
Vector = Sequence[int]


class Given(NamedTuple):
    """A judgment that counts: its number, its worker's number, the answer, and the time in
    milliseconds."""

    judgment: int
    worker: int
    vector: Vector
    milliseconds: int


class Judged(NamedTuple):
    """An item with the judgments that count, one or more, in the order of their numbers."""

    item: Item
    given: Sequence[Given]


class Line(NamedTuple):
    """A line of a gold file: its member, its item's name, and its content."""

    member: str
    name: str
    content: JsonObject


class RecomputedGold(ABC):
    """The recomputed content of a gold file. `format` is its name; `item_member` is the member with
    a line for each item, `counts_items` is whether another member has their number.
    `cross_campaign` names the parts of a consensus that depend on other campaigns, and `unchecked`
    describes the parts of the file that are not compared. `on_documents`: the items are about
    documents, which have a member of their own. `by_item` lists the parts of the agreement that
    have a line per item, by path; for a list, it names the key of the item in a line, and the
    compared line has its `place`, from 0. If it is empty, only the agreement figures in the
    manifest are compared."""

    format: ClassVar[str]
    item_member: ClassVar[str]
    counts_items: ClassVar[bool] = False
    cross_campaign: ClassVar[Sequence[str]] = ()
    unchecked: ClassVar[Sequence[str]] = ()
    on_documents: ClassVar[bool] = False
    by_item: ClassVar[Mapping[str, str]] = {}

    def __init__(self, settings: Mapping[str, object]) -> None:
        self.settings = settings
        self.stated: JsonMapping = {}  # the file's figures, which say how they were computed

    @abstractmethod
    def item_line(self, item: Item) -> object:
        """Return the file's line about an item; None if there is none."""

    def as_item_line(self, part: object) -> object:
        """Return the result of `item_line` for a line of the member `item_member`."""
        return part

    @abstractmethod
    def written(self, vector: Vector, item: Item) -> object:
        """Return an answer in the format of decisions and gold in the file."""

    def extra_fields(self, sent: Mapping[str, object]) -> JsonObject:
        """Return the file's fields of a submitted answer that are not in its vector."""
        return {}

    def of_item(self, judged: Judged) -> Iterator[Line]:
        """Yield the lines that depend on this item alone. It is called for each judged item, in the
        order of the dataset."""
        return iter(())

    def of_document(self, document: Item, judged: Iterable[Judged]) -> Iterator[Line]:
        """Yield the file's lines about a document. `judged` yields, once, the judged items about
        it."""
        return iter(())

    def lines(self, judged: Callable[[], Iterable[Judged]]) -> Iterator[Line]:
        """Yield the consensus on each item, and all other lines per item that depend on other
        items. `judged` can be called repeatedly; it yields the judged items in the order of their
        names."""
        return iter(())

    def agreement(self, documents: int) -> JsonObject:
        """Return, after all lines, the parts of the agreement that are not in the manifest, by
        path. `documents` counts those in the file but not in the snapshot."""
        return {}

    def figures(self) -> JsonObject:
        """Return, after all lines, the figures that are not in the manifest."""
        return {}
