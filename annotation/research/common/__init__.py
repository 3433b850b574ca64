"""The common parts of all research pages."""
