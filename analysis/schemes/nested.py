"""The computation of nested segmentation."""

from analysis.schemes.base import Crowd
from analysis.schemes.segmentation import SegmentationAnalysis, gold_by
from analysis.signals.reading_tests import NestedReading
from analysis.simulation.segmentation import MODEL, judge_nested
from midpath.comparing.texts import NestedComparing
from midpath.recounts.nested import NestedRecount


class NestedAnalysis(NestedRecount, SegmentationAnalysis):
    exports = gold_by(NestedRecount.kernel)
    crowd = Crowd(MODEL, judge_nested)
    comparing = NestedComparing
    reading = NestedReading()


analysis = NestedAnalysis()
