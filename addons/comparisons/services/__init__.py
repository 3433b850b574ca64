"""Comparisons: their writes, the items that two sides share, and the answers to these."""
