"""The counts that each scheme makes of its judgments, and the figures computed from them."""
