"""The options of alignments and of samples of pairs."""
