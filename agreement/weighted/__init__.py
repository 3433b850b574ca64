"""Measures of labels with any difference between two labels, or weight of the two."""
