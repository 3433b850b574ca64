"""Archived and deleted objects."""
