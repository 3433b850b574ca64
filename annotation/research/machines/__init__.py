"""Model answers: comparison with a crowd, and suggestions to workers."""
