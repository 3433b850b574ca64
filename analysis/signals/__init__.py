"""Signals of workers' quality, for campaigns and files."""
