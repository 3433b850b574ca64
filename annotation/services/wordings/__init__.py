"""Several wordings of a campaign's instructions: their terms, and who reads which."""
