"""Judgments in files, one a row, and what their cells hold."""
