"""Recomputation of gold files' content, without a database, from rows outside of it."""
