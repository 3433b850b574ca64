"""Samples of texts, sentences and random texts from a dataset, and the lengths of its texts."""
