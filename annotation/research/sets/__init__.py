"""Sets of annotations that others made."""
