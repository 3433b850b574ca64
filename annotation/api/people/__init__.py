"""Workers of a campaign, for programs."""
