"""Recorded nested segmentations."""

from annotation.exchange.recorded.segmentations import SegmentationReader

reader = SegmentationReader("nested")
