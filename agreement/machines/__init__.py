"""Machines beside a crowd: whether one could answer in the place of a worker."""
