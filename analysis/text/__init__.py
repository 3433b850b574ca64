"""Computations on documents and sentences: draws, alignments, typologies, and their golds."""
