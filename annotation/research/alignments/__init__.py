"""Alignments of documents: request, progress and results."""
