"""Prolific's public API, for projects that have given a token to it."""
