"""Pages of a campaign's items: found, put in order, and each with all its judgments."""
