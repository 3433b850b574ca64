"""Null distributions of the distance between two random nested segmentations.

`nested.json.gz` holds, for texts of 2 words and more and k = 1, 2, how many ordered pairs of binary
trees lie at each distance numerator: exact, made by `python -m agreement.tables.make`.
`sampled.json.gz` holds the same for a million random pairs of longer texts, to 60 words, made by
`python -m agreement.tables.sample`. `automaton` and `pairs` count, `trees` lists.
"""
