"""Sets of annotations that others made: taken in, all or nothing, and read."""
