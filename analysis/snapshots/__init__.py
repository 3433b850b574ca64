"""Snapshots of campaigns: their files and their manifest."""
