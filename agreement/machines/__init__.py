"""Model annotators and a crowd: whether a model could replace a worker."""
