"""Label Studio's exports: JSON, one task per line, JSON-MIN and CSV, read as tasks."""
