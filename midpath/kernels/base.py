"""The contract of a kernel: the sums behind a scheme's figures, and the context of an item."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from agreement.tally import Tally
from midpath.tables.figures.common import Summary

Vectors = Sequence[tuple[int, ...]]
Content = Mapping[str, Any]


class Document(NamedTuple):
    """The document of a question: its name and its content."""

    name: str
    content: Content


@dataclass(frozen=True)
class ItemContext:
    """The campaign's settings, and the facts of an item's content that the kernel needs."""

    settings: Mapping[str, Any] = field(default_factory=dict)
    facts: Mapping[str, Any] = field(default_factory=dict)


NOTHING = ItemContext()


# The consensus of an item's workers: an answer's vector, or words; None if there is none.
Choice = Sequence[int] | str | None
# An answer's vector by consensus method; None if a method has no result.
Consensus = Mapping[str, Sequence[int] | None]
# A consensus method, and its answer.
Settled = tuple[str, Sequence[int]]
Figures_co = TypeVar("Figures_co", bound=Mapping[str, object], covariant=True)
Summary_co = TypeVar("Summary_co", bound=Summary, covariant=True)


class Kernel(ABC, Generic[Figures_co, Summary_co]):
    """The figures of a campaign, and those of one item, in the types that `annotation` reads.

    A state is the sum of its items' contributions, so folding is adding and subtracting. `facts`
    names the parts of an item's content that it needs, and `document_facts` those of its
    document's content; a scheme has only one of them."""

    facts: ClassVar[Sequence[str]] = ()
    document_facts: ClassVar[Sequence[str]] = ()

    @abstractmethod
    def contribution(self, vectors: Vectors, context: ItemContext = NOTHING) -> Tally:
        """Return one item's contribution to the state."""

    def is_whole(self, state: Mapping[str, int]) -> bool:
        """Return whether a stored state has all counts of this kernel. A state from an earlier
        version lacks some, and is recounted before anything is added to it."""
        return True

    @abstractmethod
    def figures(self, state: Tally) -> Figures_co:
        """Return the figures that the dashboard, the API and gold files show."""

    @abstractmethod
    def summary(self, vectors: Vectors, context: ItemContext = NOTHING) -> Summary_co:
        """Return the figures of one item."""

    @staticmethod
    def by_frequency(vectors: Vectors) -> list[list[list[int] | int]]:
        """Return the distinct answers with their counts, the most frequent first."""
        times = sorted(Counter(vectors).items(), key=lambda entry: (-entry[1], entry[0]))
        return [[list(vector), count] for vector, count in times]

    def total(self, items: Iterable[tuple[Vectors, ItemContext]]) -> Tally:
        """Return the sum of many items' contributions."""
        return Tally.total(self.contribution(vectors, context) for vectors, context in items)

    def summaries(self, items: Sequence[tuple[Vectors, ItemContext]]) -> Sequence[Summary_co]:
        """Return the figures of each of many items."""
        return [self.summary(vectors, context) for vectors, context in items]

    def choices(self, summary: Mapping[str, object]) -> Mapping[str, Choice]:
        """Return the consensus on an item by each method, from its summary. Empty if answers are
        not compared with each other."""
        return {}

    def undecided(self, summary: Mapping[str, object]) -> bool:
        """Return whether an item has no consensus, from its summary. False if answers are not
        compared with each other."""
        return False

    def consensus(self, vectors: Vectors, settings: Mapping[str, object]) -> Consensus:
        """Return the consensus of one or more answers by each method, in the format of an
        adjudicator's decision; None if a method has no result. The first method is the fallback of
        gold."""
        return {}

    def consensuses(
        self, many: Sequence[Vectors], settings: Mapping[str, object]
    ) -> Iterable[Consensus]:
        """Return the consensus on each of many items, faster than one by one if possible."""
        return (self.consensus(vectors, settings) for vectors in many)

    def settled(self, vectors: Vectors, context: ItemContext = NOTHING) -> Mapping[str, Choice]:
        """Return the consensus of one or more answers."""
        return self.choices(self.summary(vectors, context))

    def context(
        self, settings: Mapping[str, object], content: Content, document: Document | None
    ) -> ItemContext:
        """Return the facts that the kernel needs about an item with this content, and about its
        document if it is a question."""
        return ItemContext(settings, {name: content.get(name) for name in self.facts})


def first_settled(found: Consensus) -> Settled | None:
    """Return the first consensus method that settles on an answer, and the answer."""
    return next(((way, one) for way, one in found.items() if one is not None), None)
