"""The export files of a campaign, for pages and the API."""
