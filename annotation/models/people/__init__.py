"""Workers and researchers."""
