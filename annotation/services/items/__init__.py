"""Items of a campaign: filters and orders."""
