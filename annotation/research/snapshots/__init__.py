"""Snapshots of campaigns: request, progress and download."""
