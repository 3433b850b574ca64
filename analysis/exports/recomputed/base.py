"""The contract of what a gold file tells beside its judgments, computed anew of rows that somebody
has: by the code that writes the file, and without a database."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from annotation.models import Item

CONSENSUS, DIFFERENCES, DOCUMENTS = "consensus", "differences", "documents"
AGREEMENT = "figures.agreement"
Content = dict[str, Any]
Vector = Sequence[int]


class Given(NamedTuple):
    """A judgment that counts: its number, its worker's, the answer, the time in milliseconds."""

    judgment: int
    worker: int
    vector: Vector
    milliseconds: int


class Judged(NamedTuple):
    """An item with the judgments that count, one or more, in the order of their numbers."""

    item: Item
    given: Sequence[Given]


class Line(NamedTuple):
    """A line of a gold file: the member that it is in, its item's name, what it tells."""

    member: str
    name: str
    told: Content


class GoldAnew(ABC):
    """The content of a gold file. `format` is its name; `told_in` the member that tells of each
    item, `counts_items` whether another has their number; `beside` names in a consensus what hangs
    on other campaigns, and `unchecked` what else in the file nothing is compared with, in words.
    `on_documents`: the items are about documents, which a member tells of. `by_item` are the parts
    of the agreement that have a line for an item, by their paths; where one is a list, what in a
    line names the item, and the line as it is compared has its `place`, from 0. Without any,
    nothing of the agreement is compared but what the manifest has."""

    format: ClassVar[str]
    told_in: ClassVar[str]
    counts_items: ClassVar[bool] = False
    beside: ClassVar[Sequence[str]] = ()
    unchecked: ClassVar[Sequence[str]] = ()
    on_documents: ClassVar[bool] = False
    by_item: ClassVar[Mapping[str, str]] = {}

    def __init__(self, settings: Mapping[str, Any]) -> None:
        self.settings = settings

    @abstractmethod
    def told(self, item: Item) -> Any:
        """Return what the file tells of an item; None if nothing."""

    def told_of(self, part: Any) -> Any:
        """Return of a part of the member `told_in` what `told` returns."""
        return part

    @abstractmethod
    def written(self, vector: Vector, item: Item) -> Any:
        """Return an answer as the file has decisions and gold."""

    def beside_vector(self, sent: Mapping[str, Any]) -> Content:
        """Return what the file has of an answer, as it was sent, that no vector has."""
        return {}

    def of_item(self, judged: Judged) -> Iterator[Line]:
        """Yield what stands item by item and hangs on no other item. It is called for each judged
        item, in the order of the dataset."""
        return iter(())

    def of_document(self, document: Item, judged: Iterable[Judged]) -> Iterator[Line]:
        """Yield what the file tells of a document. `judged` gives, once, the judged items that are
        about it."""
        return iter(())

    def lines(self, judged: Callable[[], Iterable[Judged]]) -> Iterator[Line]:
        """Yield the consensus on each item, and whatever else stands item by item and hangs on
        others. `judged` gives the judged items in the order of their names, as often as it is
        called."""
        return iter(())

    def agreement(self, documents: int) -> Content:
        """Return, when all lines are there, the parts of the agreement that no manifest has, by
        their paths. So many documents are in the file and not in the snapshot."""
        return {}

    def figures(self) -> Content:
        """Return, when all lines are there, figures that no manifest has."""
        return {}
