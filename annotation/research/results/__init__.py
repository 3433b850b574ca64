"""The results of a campaign: dashboard, history, planner, single items."""
