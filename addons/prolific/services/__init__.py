"""Prolific's public API, for projects with a token."""
