"""Prompt a model for nested segmentations."""

from addons.model_annotators.scheme_prompts.segmentations import SegmentationPrompt

prompt = SegmentationPrompt("nested")
