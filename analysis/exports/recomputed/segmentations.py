"""Recomputed gold of flat and nested segmentation."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import ClassVar

from analysis.exports.gold import FORMAT
from analysis.exports.recomputed.base import CONSENSUS, GoldAnew, Judged, Line, Vector
from analysis.exports.segmentation_lines import needs_tokens, told_of
from analysis.kernels.segmentation import SEGMENTATION_KERNELS, SegmentationKernel
from analysis.reading.batches import ITEMS_AT_ONCE, in_batches
from analysis.reading.judged_texts import JudgedText
from annotation.models import Item
from annotation.schemes import SEGMENTATIONS


class _SegmentationsAnew(GoldAnew):
    kernel: ClassVar[SegmentationKernel]
    format = FORMAT
    told_in = "tokens"
    counts_items = True
    # Entailment depends on the judgments of the other campaign, which are in its own snapshots.
    beside = ("entailment",)
    unchecked = ("intervals", "entailment with other campaigns")

    def told(self, item: Item) -> Sequence[str] | None:
        return item.words if needs_tokens(item.text, item.words) else None

    def written(self, vector: Vector, item: Item) -> str:
        return SEGMENTATIONS[self.kernel.kind].form(vector, item.words)

    def lines(self, judged: Callable[[], Iterable[Judged]]) -> Iterator[Line]:
        for batch in in_batches(judged(), ITEMS_AT_ONCE):
            texts = [
                JudgedText(0, item.text, item.words, [], [tuple(one.vector) for one in given])
                for item, given in batch
            ]
            for one in told_of(self.kernel, texts):
                yield Line(CONSENSUS, one.text.text, one.consensus())


class FlatAnew(_SegmentationsAnew):
    kernel = SEGMENTATION_KERNELS["flat"]


class NestedAnew(_SegmentationsAnew):
    kernel = SEGMENTATION_KERNELS["nested"]
