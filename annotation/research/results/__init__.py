"""What comes of a campaign: dashboard, history, planner, single texts."""
