"""Comparisons of two sides, a crowd and gold, of the same items."""
