"""A campaign: its transitions, limits, preview and files."""
