"""Simulated workers: they replace people in tests and are never presented as people."""
