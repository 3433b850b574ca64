"""Pay: what a campaign costs, what its workers earned, and payment lists."""
