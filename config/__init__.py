"""The project's settings, URLs and processes."""
