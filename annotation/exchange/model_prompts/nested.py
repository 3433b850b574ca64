"""Prompt a model for nested segmentations."""

from annotation.exchange.model_prompts.segmentations import SegmentationPrompt

prompt = SegmentationPrompt("nested")
