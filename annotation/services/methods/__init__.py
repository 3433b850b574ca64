"""The methods of a campaign as text for a paper, generated from stored data."""
