"""Pay: what a campaign costs, what its workers earned, and lists of payments."""
