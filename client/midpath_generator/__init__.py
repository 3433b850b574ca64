"""Writes the typed part of the client from the schema of the API: `make client`.

Its output is committed, and a test compares it with the schema."""
