"""Writes the typed part of the client from the schema of the API: `make client`.

What it writes is kept in the tree, and a test holds it against the schema."""
