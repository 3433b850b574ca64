"""Exact agreement measures for segmentations, labels and evidence.

NumPy and the standard library only. Every count is an integer, so a figure that is updated
judgment by judgment equals exactly the figure recomputed from the rows.

Subpackages: `segmentation` (flat and nested segmentations), `votes` (labels) and `evidence` (sets
of sentences). `segmentation.figures`, `votes.pair_figures` and `evidence.figures` give all figures
ready for JSON.
"""
