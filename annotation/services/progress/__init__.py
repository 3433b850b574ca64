"""The course of a campaign: its figures and judgments over time, and what is still requested."""
