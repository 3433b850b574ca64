"""Helpers for requests from and to the web."""
