"""Ask a model for nested segmentations."""

from annotation.exchange.asked.segmentations import AskedSegmentation

asked = AskedSegmentation("nested")
