"""Walk through a campaign as a participant, in a copy that is thrown away."""
