"""The computation of nested segmentation."""

from analysis.schemes.base import Crowd, SchemeAnalysis
from analysis.schemes.segmentation import SegmentationAnalysis, gold_by
from analysis.signals.reading_tests import NestedReading
from analysis.simulation.segmentation import MODEL, judge_nested
from midpath.comparing.texts import NestedComparing
from midpath.kernels.labelled import LABELLED_KERNELS, nested_kernel
from midpath.kernels.segmentation import SEGMENTATION_KERNELS
from midpath.recounts.nested import NestedRecount
from midpath.schemes.base import Settings


class NestedAnalysis(NestedRecount, SegmentationAnalysis):
    exports = gold_by(NestedRecount.kernel)
    crowd = Crowd(MODEL, judge_nested)
    comparing = NestedComparing
    reading = NestedReading()

    def under(self, settings: Settings) -> SchemeAnalysis:
        kernel = nested_kernel(settings)
        return next(one for one in FORMS if one.kernel is kernel)


class NaryAnalysis(NestedAnalysis):
    kernel = SEGMENTATION_KERNELS["nary"]
    exports = gold_by(kernel)


class LabelledAnalysis(NestedAnalysis):
    kernel = LABELLED_KERNELS["nested"]
    exports = gold_by(kernel)


class LabelledNaryAnalysis(NestedAnalysis):
    kernel = LABELLED_KERNELS["nary"]
    exports = gold_by(kernel)


analysis = NestedAnalysis()
FORMS = (analysis, NaryAnalysis(), LabelledAnalysis(), LabelledNaryAnalysis())
