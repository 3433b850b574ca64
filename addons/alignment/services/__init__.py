"""Request alignments, and request and save samples of pairs."""
