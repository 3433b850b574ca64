"""Ask a model for flat segmentations."""

from annotation.exchange.asked.segmentations import AskedSegmentation

asked = AskedSegmentation("flat")
