"""The contract of a kernel: the sums behind a scheme's figures."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from agreement.tally import Tally
from analysis.kernels.item_context import NOTHING, Content, Document, ItemContext, Vectors
from annotation.models import Campaign, Item
from annotation.tables.figures.common import Summary

# What an item's workers settled on: an answer's vector, or words; None where they did not.
Choice = Sequence[int] | str | None
# An answer's vector by each way of settling; None where workers do not settle on one.
Consensus = Mapping[str, Sequence[int] | None]
Figures_co = TypeVar("Figures_co", bound=Mapping[str, object], covariant=True)
Summary_co = TypeVar("Summary_co", bound=Summary, covariant=True)


class Kernel(ABC, Generic[Figures_co, Summary_co]):
    """The figures of a campaign, and those of one item, in the shapes that `annotation` reads.

    A state is the sum of its items' contributions, so folding is adding and subtracting. `facts`
    names the parts of an item's content that it needs."""

    facts: ClassVar[Sequence[str]] = ()

    @abstractmethod
    def contribution(self, vectors: Vectors, context: ItemContext = NOTHING) -> Tally:
        """Return what one item's judgments add to the state."""

    def is_whole(self, state: Mapping[str, int]) -> bool:
        """Return whether a stored state holds all that this kernel counts. One that an earlier
        version left behind does not, and is counted anew before anything is added to it."""
        return True

    @abstractmethod
    def figures(self, state: Tally) -> Figures_co:
        """Return the figures that the dashboard, the API and gold files show."""

    @abstractmethod
    def summary(self, vectors: Vectors, context: ItemContext = NOTHING) -> Summary_co:
        """Return the figures of one item alone."""

    def total(self, items: Iterable[tuple[Vectors, ItemContext]]) -> Tally:
        """Return the sum of many items' contributions."""
        return Tally.total(self.contribution(vectors, context) for vectors, context in items)

    def choices(self, summary: Mapping[str, Any]) -> Mapping[str, Choice]:
        """Return what the workers of an item settled on, by the ways of settling, from its summary.
        None are told where answers are not weighed against each other."""
        return {}

    def undecided(self, summary: Mapping[str, Any]) -> bool:
        """Return whether the workers of an item settle on no answer, from its summary. Where
        answers are not weighed against each other, nothing is undecided."""
        return False

    def consensus(self, vectors: Vectors, settings: Mapping[str, Any]) -> Consensus:
        """Return the answers on which the workers who gave these, one or more, settle by each way
        of settling, as an adjudicator would decide; None where they do not. The first way is the
        one that gold falls back on."""
        return {}

    def consensuses(
        self, many: Sequence[Vectors], settings: Mapping[str, Any]
    ) -> Iterable[Consensus]:
        """Return the consensus on each of many items, faster than one by one where it can be."""
        return (self.consensus(vectors, settings) for vectors in many)

    def settled(self, vectors: Vectors, context: ItemContext = NOTHING) -> Mapping[str, Choice]:
        """Return what the workers who gave these answers, one or more, settle on."""
        return self.choices(self.summary(vectors, context))

    def context(
        self, settings: Mapping[str, Any], content: Content, document: Document | None
    ) -> ItemContext:
        """Return what the kernel needs to know of an item with this content, about a document if it
        is a question."""
        return ItemContext(settings, {name: content.get(name) for name in self.facts})

    def contexts(self, campaign: Campaign, item_ids: Collection[int]) -> Mapping[int, ItemContext]:
        """Return what the kernel needs to know of each item. Contents are read only where there
        are such facts, and nothing else of them."""
        if not self.facts:
            return dict.fromkeys(item_ids, ItemContext(campaign.settings))
        items = Item.objects.filter(pk__in=item_ids)
        columns = [f"content__{name}" for name in self.facts]
        return {
            pk: self.context(campaign.settings, dict(zip(self.facts, found, strict=True)), None)
            for pk, *found in items.values_list("pk", *columns)
        }
