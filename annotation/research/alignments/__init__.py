"""Alignments of documents: asked for, watched, read."""
