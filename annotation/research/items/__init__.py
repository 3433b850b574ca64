"""Pages of a campaign's items: the filtered list, and each item with all its judgments."""
