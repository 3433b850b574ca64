"""Annotation sets from other sources: imported, all or nothing, and read."""
