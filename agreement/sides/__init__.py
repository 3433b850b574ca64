"""Comparison of two sides that answered the same items."""
