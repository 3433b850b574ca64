from annotation.research.schemes.segmentations import SegmentationView

view = SegmentationView()
