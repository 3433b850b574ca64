"""The client for Python."""
