"""Machines beside a crowd, and asked for answers."""
