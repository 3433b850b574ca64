"""Samples of texts, sentences and random queries, from texts to tables."""
