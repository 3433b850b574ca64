"""The bias laboratory, and comparisons of a crowd with gold."""
