"""Exact agreement measures for flat and nested segmentation.

NumPy and the standard library only. Every count is an integer, so that a figure kept up to date
judgment by judgment equals the figure recomputed from the rows, not nearly but exactly.

`segmentation` is the front door; the other modules hold one idea each.
"""
