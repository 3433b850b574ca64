"""Prompt a model for flat segmentations."""

from addons.model_annotators.scheme_prompts.segmentations import SegmentationPrompt

prompt = SegmentationPrompt("flat")
