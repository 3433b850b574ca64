"""Figures of files for `midpath score`, by the functions that serve the live figures."""
