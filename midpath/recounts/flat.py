"""The recount of flat segmentation."""

from midpath.gold.segmentations import RecomputedFlat
from midpath.kernels.segmentation import SEGMENTATION_KERNELS
from midpath.recounts.segmentation import SegmentationRecount


class FlatRecount(SegmentationRecount):
    kernel = SEGMENTATION_KERNELS["flat"]
    recomputed_gold = RecomputedFlat


recount = FlatRecount()
