"""Signals of how workers work, of campaigns and of files."""
