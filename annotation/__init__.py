"""Midpath's Django app: researchers, workers, and the work between them."""
