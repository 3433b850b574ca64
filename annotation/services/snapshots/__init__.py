"""Snapshots of campaigns."""
