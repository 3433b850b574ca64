"""The recount of nested segmentation."""

from midpath.gold.segmentations import RecomputedNested
from midpath.kernels.labelled import LABELLED_KERNELS, nested_kernel
from midpath.kernels.segmentation import SEGMENTATION_KERNELS
from midpath.recounts.base import SchemeRecount
from midpath.recounts.segmentation import SegmentationRecount
from midpath.schemes.base import Settings


class NestedRecount(SegmentationRecount):
    kernel = SEGMENTATION_KERNELS["nested"]
    recomputed_gold = RecomputedNested

    def under(self, settings: Settings) -> SchemeRecount:
        kernel = nested_kernel(settings)
        return next(one for one in FORMS if one.kernel is kernel)


class NaryRecount(NestedRecount):
    kernel = SEGMENTATION_KERNELS["nary"]


class LabelledRecount(NestedRecount):
    kernel = LABELLED_KERNELS["nested"]


class LabelledNaryRecount(NestedRecount):
    kernel = LABELLED_KERNELS["nary"]


recount = NestedRecount()
FORMS = (recount, NaryRecount(), LabelledRecount(), LabelledNaryRecount())
