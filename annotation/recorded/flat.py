"""Recorded flat segmentations."""

from annotation.recorded.segmentations import SegmentationReader

reader = SegmentationReader("flat")
