"""The kernel of each scheme."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from numpy.typing import NDArray

from agreement.groups import group_items
from agreement.segmentation import figures as segmentation
from agreement.segmentation import levels
from agreement.segmentation.counting import count_group
from agreement.tally import Tally
from agreement.votes import pair_figures as pairs
from analysis.kernels.document import DocumentKernel
from analysis.kernels.evidence import EvidenceKernel, about_documents
from analysis.kernels.item_context import NOTHING, ItemContext, Vectors
from analysis.kernels.question import QuestionKernel
from annotation.models import Campaign, Item
from annotation.schemes import SCHEMES


class Kernel(Protocol):
    """The interface of a kernel.

    A state is the sum of its items' contributions, so folding is adding and subtracting. `facts`
    names the parts of each item's content that it needs.
    """

    facts: ClassVar[Sequence[str]]

    def contribution(self, vectors: Vectors, context: ItemContext = NOTHING) -> Tally: ...

    def is_whole(self, state: Mapping[str, int]) -> bool:
        """Return whether a stored state holds all that this kernel counts.

        A state that an earlier version left may not, and must be counted anew before anything is
        added.
        """

    def figures(self, state: Tally) -> dict[str, Any]: ...

    def summary(self, vectors: Vectors, context: ItemContext = NOTHING) -> dict[str, Any]: ...


@dataclass(frozen=True)
class SegmentationKernel:
    facts: ClassVar[Sequence[str]] = ()
    kind: segmentation.Kind

    def contribution(self, vectors: Vectors, context: ItemContext = NOTHING) -> Tally:
        return segmentation.contribution(self.kind, vectors)

    def contributions(self, texts: Iterable[Vectors]) -> Tally:
        """Return the sum of the texts' contributions, fast."""
        return Tally.total(map(self.group_contribution, group_items(self.kind, texts)))

    def group_contribution(self, group: NDArray[Any]) -> Tally:
        """Return the contribution of texts of one length and redundancy, (texts, c, n - 1)."""
        return count_group(self.kind, group)

    def is_whole(self, state: Mapping[str, int]) -> bool:
        return segmentation.is_whole(state)

    def figures(self, state: Tally) -> dict[str, Any]:
        return segmentation.figures(self.kind, state)

    def summary(self, vectors: Vectors, context: ItemContext = NOTHING) -> dict[str, Any]:
        return segmentation.item_summary(self.kind, vectors)


class NestedKernel(SegmentationKernel):
    """The kernel of nested segmentations.

    It adds the agreement by level; the keys of the two tallies are distinct.
    """

    def contribution(self, vectors: Vectors, context: ItemContext = NOTHING) -> Tally:
        return super().contribution(vectors).shift(segmentation.level_contribution(vectors), 1)

    def group_contribution(self, group: NDArray[Any]) -> Tally:
        return super().group_contribution(group).shift(levels.count_group(group), 1)

    def is_whole(self, state: Mapping[str, int]) -> bool:
        """Return whether the state is complete: texts of n words have c (c - 1) / 2 pairs each."""
        if not super().is_whole(state):
            return False
        paired = Counter[str]()
        for key, count in state.items():
            what, n, *rest = key.split("/")
            if what == "items" and int(n) > 1:
                c = int(rest[0])
                paired[n] += count * (c * (c - 1) // 2)
            elif what == "pairs":
                paired[n] -= count
        return not any(paired.values())

    def figures(self, state: Tally) -> dict[str, Any]:
        sums: tuple[Tally, Tally] = Tally(), Tally()
        for key, count in state.items():
            sums[key.partition("/")[0] in levels.COUNTED][key] = count
        agreement, by_level = sums
        return super().figures(agreement) | segmentation.level_figures(by_level)


class PairKernel:
    """The kernel of pairs.

    Answers have the labels that they have in files, so a campaign's figures equal its file's.
    """

    facts: ClassVar[Sequence[str]] = ("similarity", "stratum")

    def contribution(self, vectors: Vectors, context: ItemContext = NOTHING) -> Tally:
        labels, yes = _answers(context)
        return pairs.pair_contribution(
            [labels[vector[0]] for vector in vectors],
            yes,
            context.facts["similarity"],
            context.facts["stratum"],
        )

    def is_whole(self, state: Mapping[str, int]) -> bool:
        return True

    def figures(self, state: Tally) -> dict[str, Any]:
        return pairs.pair_figures(state)

    def summary(self, vectors: Vectors, context: ItemContext = NOTHING) -> dict[str, Any]:
        labels, yes = _answers(context)
        times = Counter(vectors)
        by_frequency = sorted(times.items(), key=lambda entry: (-entry[1], entry[0]))
        return {
            **pairs.item_summary([labels[vector[0]] for vector in vectors], yes),
            "annotations": [[list(vector), count] for vector, count in by_frequency],
        }


def _answers(context: ItemContext) -> tuple[list[str], frozenset[str]]:
    labels = [answer["label"] for answer in context.settings["answers"]]
    return labels, frozenset(labels[index] for index in PAIR.yes_answers(context.settings))


PAIR = SCHEMES["pair"]
SEGMENTATION_KERNELS: dict[segmentation.Kind, SegmentationKernel] = {
    "flat": SegmentationKernel("flat"),
    "nested": NestedKernel("nested"),
}
KERNELS: Mapping[str, Kernel] = {
    "flat": SEGMENTATION_KERNELS["flat"],
    "nested": SEGMENTATION_KERNELS["nested"],
    "pair": PairKernel(),
    "evidence": EvidenceKernel(),
    "question": QuestionKernel(),
    "document": DocumentKernel(),
}


def contexts_of(campaign: Campaign, item_ids: Collection[int]) -> Mapping[int, ItemContext]:
    """Return the context of each item; only the contents that the kernel needs are read."""
    if campaign.scheme == "evidence":
        return about_documents(campaign, item_ids)
    names = KERNELS[campaign.scheme].facts
    if not names:
        return dict.fromkeys(item_ids, ItemContext(campaign.settings))
    items = Item.objects.filter(pk__in=item_ids)
    columns = [f"content__{name}" for name in names]
    return {
        pk: ItemContext(campaign.settings, dict(zip(names, found, strict=True)))
        for pk, *found in items.values_list("pk", *columns)
    }
