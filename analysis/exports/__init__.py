"""The files that a campaign is exported as, by page and by API."""
