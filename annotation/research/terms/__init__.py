"""The terms of a campaign: one form made of parts, each in its own module."""
