"""Recomputed gold of flat and nested segmentation."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from midpath.batches import in_batches
from midpath.gold.base import CONSENSUS, Judged, Line, RecomputedGold, Vector
from midpath.gold.segmentation_lines import FORMAT, JudgedText, needs_tokens, summarized_texts
from midpath.kernels.labelled import nested_kernel
from midpath.kernels.segmentation import SEGMENTATION_KERNELS, SegmentationKernel
from midpath.schemes import segmentations
from midpath.schemes.base import Item

TEXTS_AT_ONCE = 250


class _RecomputedSegmentations(RecomputedGold):
    kernel: SegmentationKernel
    format = FORMAT
    item_member = "tokens"
    counts_items = True
    # Entailment depends on the judgments of the other campaign, which are in its own snapshots.
    cross_campaign = ("entailment",)
    unchecked = ("intervals", "entailment with other campaigns")

    def item_line(self, item: Item) -> Sequence[str] | None:
        return item.words if needs_tokens(item.text, item.words) else None

    def written(self, vector: Vector, item: Item) -> str:
        return segmentations()[self.kernel.scheme].form(vector, item.words, self.settings)

    def lines(self, judged: Callable[[], Iterable[Judged]]) -> Iterator[Line]:
        for batch in in_batches(judged(), TEXTS_AT_ONCE):
            texts = [
                JudgedText(0, item.text, item.words, [], [tuple(one.vector) for one in given])
                for item, given in batch
            ]
            for one in summarized_texts(self.kernel, texts, self.settings):
                yield Line(CONSENSUS, one.text.text, one.consensus())


class RecomputedFlat(_RecomputedSegmentations):
    kernel = SEGMENTATION_KERNELS["flat"]


class RecomputedNested(_RecomputedSegmentations):
    def __init__(self, settings: Mapping[str, object]) -> None:
        super().__init__(settings)
        self.kernel = nested_kernel(settings)
