"""Snapshots of campaigns: asked for, watched, downloaded."""
