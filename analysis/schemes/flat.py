"""The computation of flat segmentation."""

from analysis.schemes.base import Crowd
from analysis.schemes.segmentation import SegmentationAnalysis, gold_by
from analysis.signals.reading_tests import FlatReading
from analysis.simulation.segmentation import MODEL, judge_flat
from midpath.comparing.texts import FlatComparing
from midpath.recounts.flat import FlatRecount


class FlatAnalysis(FlatRecount, SegmentationAnalysis):
    exports = gold_by(FlatRecount.kernel)
    crowd = Crowd(MODEL, judge_flat)
    comparing = FlatComparing
    reading = FlatReading()


analysis = FlatAnalysis()
