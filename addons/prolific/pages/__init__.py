"""Pages of a campaign's study on Prolific."""
