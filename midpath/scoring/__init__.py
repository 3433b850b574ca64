"""Figures of files for `manage.py score`, by the functions that serve the live figures."""
