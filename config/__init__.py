"""The project's settings, addresses and processes."""
