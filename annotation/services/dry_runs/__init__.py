"""Dry runs: walk through a campaign as a participant, in a temporary copy."""
