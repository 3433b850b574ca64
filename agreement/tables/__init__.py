"""Null distributions of the distance between two random nested segmentations.

`nested.json.gz` contains, for texts of 2 words and more and k = 1, 2, the exact number of ordered
pairs of binary trees at each distance numerator, made by `python -m agreement.tables.make`.
`sampled.json.gz` contains the same for a million random pairs of longer texts, to 60 words, made by
`python -m agreement.tables.sample`. `automaton` and `tree_pairs` count, `binary_trees` lists.
"""
