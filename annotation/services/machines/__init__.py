"""Model annotators: compared with a crowd, and requested to answer."""
