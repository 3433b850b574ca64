"""Readers of files of judgments, one judgment per row."""
