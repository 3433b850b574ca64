"""Archive, delete and restore."""
