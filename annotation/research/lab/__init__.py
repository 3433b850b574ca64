"""The bias laboratory."""
