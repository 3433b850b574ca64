"""Replay of recorded judgments into a campaign, as their annotators."""
