"""Exact null distributions of the distance between two random nested segmentations.

`nested.json.gz` holds, for texts of 2 to 12 words and k = 1, 2, how many ordered pairs of binary
trees lie at each distance numerator. `python -m agreement.tables.make` makes it anew.
"""
