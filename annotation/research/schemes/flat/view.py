"""How researchers see flat segmentation."""

from annotation.research.schemes.segmentations import SegmentationView

view = SegmentationView()
