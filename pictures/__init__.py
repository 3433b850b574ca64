"""Redraw the pictures of the docs: `make pictures`."""
