"""Model annotators: comparison with a crowd, and rounds of annotation."""
