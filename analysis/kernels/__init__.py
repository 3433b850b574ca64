"""What each scheme counts of its judgments, and the figures that come of it."""
