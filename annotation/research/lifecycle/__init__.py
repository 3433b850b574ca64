"""Archived and deleted: put away, and brought back."""
