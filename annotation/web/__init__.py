"""Helpers for HTTP requests, incoming and outgoing."""
