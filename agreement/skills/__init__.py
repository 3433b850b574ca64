"""Consensus models that estimate one skill for each worker."""
