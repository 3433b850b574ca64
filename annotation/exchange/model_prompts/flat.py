"""Prompt a model for flat segmentations."""

from annotation.exchange.model_prompts.segmentations import AskedSegmentation

asked = AskedSegmentation("flat")
