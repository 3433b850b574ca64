"""Judgments in files, one per row, and their cells."""
