"""A campaign: its moves, limits, preview and files."""
