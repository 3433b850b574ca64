"""Take the screenshots in the docs again: `make pictures`."""
