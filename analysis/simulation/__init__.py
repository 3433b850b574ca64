"""Simulated workers: they stand in for people, and are never shown as them."""
