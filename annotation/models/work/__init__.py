"""The nouns of the work: HITs, assignments, judgments and what is decided on them."""
