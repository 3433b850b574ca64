"""The recount of nested segmentation."""

from midpath.gold.segmentations import RecomputedNested
from midpath.kernels.segmentation import SEGMENTATION_KERNELS
from midpath.recounts.segmentation import SegmentationRecount


class NestedRecount(SegmentationRecount):
    kernel = SEGMENTATION_KERNELS["nested"]
    recomputed_gold = RecomputedNested


recount = NestedRecount()
