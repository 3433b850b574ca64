"""Midpath's Django app: people, their HITs and what they judged."""
