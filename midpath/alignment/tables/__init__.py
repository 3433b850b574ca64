"""Tables of alignments and samples, and their reports in a terminal."""
