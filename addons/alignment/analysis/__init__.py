"""Golds of a dataset, and the groups of an alignment, from the database."""
