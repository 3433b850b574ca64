"""The computation of flat segmentation."""

from analysis.schemes.base import Crowd
from analysis.schemes.segmentation import SegmentationAnalysis, gold_by
from analysis.signals.reading_tests import FlatReading
from analysis.simulation.segmentation import MODEL, judge_flat
from midpath.comparing.texts import FlatComparing
from midpath.gold.segmentations import RecomputedFlat
from midpath.kernels.segmentation import SEGMENTATION_KERNELS


class FlatAnalysis(SegmentationAnalysis):
    kernel = SEGMENTATION_KERNELS["flat"]
    exports = gold_by(kernel)
    recomputed_gold = RecomputedFlat
    crowd = Crowd(MODEL, judge_flat)
    comparing = FlatComparing
    reading = FlatReading()


analysis = FlatAnalysis()
