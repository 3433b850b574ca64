"""The research view of flat segmentation."""

from annotation.research.schemes.segmentations import SegmentationView

view = SegmentationView()
