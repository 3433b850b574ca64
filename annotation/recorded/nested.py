"""Recorded nested segmentations."""

from annotation.recorded.segmentations import SegmentationReader

reader = SegmentationReader("nested")
