"""Comparison of model annotators with a crowd: whether a model could replace a worker."""
