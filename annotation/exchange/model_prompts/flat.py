"""Prompt a model for flat segmentations."""

from annotation.exchange.model_prompts.segmentations import SegmentationPrompt

prompt = SegmentationPrompt("flat")
