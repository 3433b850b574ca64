"""Generates the typed part of the client from the API's schema: `make client`.

Its output is committed, and a test compares it with the schema."""
