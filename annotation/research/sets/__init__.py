"""Annotation sets from other sources."""
