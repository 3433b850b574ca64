"""Alignments and samples of pairs: request, progress and results."""
