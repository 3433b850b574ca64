"""The kernels of flat and nested segmentation."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from agreement.groups import Integers, group_items
from agreement.segmentation import figure_shapes, levels
from agreement.segmentation import figures as segmentation
from agreement.segmentation.counting import count_group
from agreement.segmentation.summaries import item_summaries, settled_texts
from agreement.tally import Tally
from midpath.kernels.base import NOTHING, Choice, Consensus, ItemContext, Kernel, Vectors
from midpath.tables.figures.segmentation_figures import (
    NestedFigures,
    SegmentationFigures,
    SegmentationSummary,
)

BY_MAJORITY = {
    "flat": "majority of cuts",
    "nested": "consensus tree",
    "nary": "tree of the majority’s groups",
}


@dataclass(frozen=True)
class SegmentationKernel(Kernel[SegmentationFigures, SegmentationSummary]):
    """The figures of flat or nested segmentations."""

    kind: segmentation.Kind

    @property
    def scheme(self) -> Literal["flat", "nested"]:
        return "flat" if self.kind == "flat" else "nested"

    def contribution(self, vectors: Vectors, context: ItemContext = NOTHING) -> Tally:
        return segmentation.contribution(self.kind, vectors)

    def contributions(self, texts: Iterable[Vectors]) -> Tally:
        """Return the sum of the texts' contributions, fast."""
        return Tally.total(map(self.group_contribution, group_items(self.kind, texts)))

    def group_contribution(self, group: Integers) -> Tally:
        """Return the contribution of texts of one length and redundancy, (texts, c, n - 1)."""
        return count_group(self.kind, group)

    def total(self, items: Iterable[tuple[Vectors, ItemContext]]) -> Tally:
        return self.contributions(vectors for vectors, _ in items if vectors)

    def choices(self, summary: Mapping[str, Any]) -> Mapping[str, Choice]:
        return self._choices(summary.get("mode"), summary.get("majority"))

    def settled(self, vectors: Vectors, context: ItemContext = NOTHING) -> Mapping[str, Choice]:
        return self._choices(*segmentation.settled(self.kind, vectors))

    def undecided(self, summary: Mapping[str, object]) -> bool:
        """Return whether it is. For equally frequent answers, and boundaries set by exactly half,
        figures break the tie by a rule; workers did not decide it."""
        ties = summary.get("mode_ties") or summary.get("majority_ties")
        return bool(ties) or summary.get("majority") is None

    def consensus(self, vectors: Vectors, settings: Mapping[str, object]) -> Consensus:
        mode, majority = segmentation.settled(self.kind, vectors)
        return {"mode": mode, BY_MAJORITY[self.kind]: majority}

    def consensuses(
        self, many: Sequence[Vectors], settings: Mapping[str, object]
    ) -> Iterable[Consensus]:
        majority = BY_MAJORITY[self.kind]
        return ({"mode": mode, majority: one} for mode, one in settled_texts(self.kind, many))

    def consensus_in(self, summary: SegmentationSummary) -> Consensus:
        """Return the consensus in a summary."""
        return {"mode": summary["mode"], BY_MAJORITY[self.kind]: summary["majority"]}

    def summaries(
        self, items: Sequence[tuple[Vectors, ItemContext]]
    ) -> Sequence[SegmentationSummary]:
        """Return them from arrays, faster than one by one."""
        return item_summaries(self.kind, [vectors for vectors, _ in items])

    def _choices(self, mode: Choice, majority: Choice) -> Mapping[str, Choice]:
        return {"the answer given most often": mode, f"the {BY_MAJORITY[self.kind]}": majority}

    def is_whole(self, state: Mapping[str, int]) -> bool:
        return segmentation.is_whole(state)

    def figures(self, state: Tally) -> SegmentationFigures:
        return segmentation.figures(self.kind, state)

    def summary(self, vectors: Vectors, context: ItemContext = NOTHING) -> SegmentationSummary:
        return segmentation.item_summary(self.kind, vectors)


class NestedKernel(SegmentationKernel):
    """The kernel of nested segmentations, binary or n-ary.

    It adds the agreement by level; the keys of the two tallies are distinct.
    """

    def contribution(self, vectors: Vectors, context: ItemContext = NOTHING) -> Tally:
        by_level = segmentation.level_contribution(vectors, self.kind)
        return super().contribution(vectors).shift(by_level, 1)

    def group_contribution(self, group: Integers) -> Tally:
        counted = super().group_contribution(group)
        if self.kind == "nested":
            return counted.shift(levels.count_group(group), 1)
        for text in group.tolist():
            counted.shift(segmentation.level_contribution(list(map(tuple, text)), self.kind), 1)
        return counted

    def is_whole(self, state: Mapping[str, int]) -> bool:
        """Texts of n words with c annotations have c (c - 1) / 2 pairs each."""
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

    def figures(self, state: Tally) -> NestedFigures:
        sums: tuple[Tally, Tally] = Tally(), Tally()
        for key, count in state.items():
            sums[key.partition("/")[0] in levels.COUNTED][key] = count
        agreement, by_level = sums
        made: figure_shapes.NestedFigures = {
            **segmentation.figures(self.kind, agreement),
            **segmentation.level_figures(by_level, self.kind),
        }
        return made


SEGMENTATION_KERNELS: dict[segmentation.Kind, SegmentationKernel] = {
    "flat": SegmentationKernel("flat"),
    "nested": NestedKernel("nested"),
    "nary": NestedKernel("nary"),
}


def kind_of(kernel: object) -> segmentation.Kind | None:
    """Return the kind of segmentation of a kernel; None if it is not about segmentation."""
    return kernel.kind if isinstance(kernel, SegmentationKernel) else None
