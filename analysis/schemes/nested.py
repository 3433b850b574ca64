"""The computation of nested segmentation."""

from analysis.schemes.base import Crowd
from analysis.schemes.segmentation import SegmentationAnalysis, gold_by
from analysis.signals.reading_tests import NestedReading
from analysis.simulation.segmentation import MODEL, judge_nested
from midpath.comparing.texts import NestedComparing
from midpath.gold.segmentations import RecomputedNested
from midpath.kernels.segmentation import SEGMENTATION_KERNELS


class NestedAnalysis(SegmentationAnalysis):
    kernel = SEGMENTATION_KERNELS["nested"]
    exports = gold_by(kernel)
    recomputed_gold = RecomputedNested
    crowd = Crowd(MODEL, judge_nested)
    comparing = NestedComparing
    reading = NestedReading()


analysis = NestedAnalysis()
