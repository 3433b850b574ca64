"""Recorded flat segmentations."""

from annotation.exchange.recorded.segmentations import SegmentationReader

reader = SegmentationReader("flat")
