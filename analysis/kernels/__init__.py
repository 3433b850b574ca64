"""The counts of each scheme's judgments, and the figures computed from them."""
