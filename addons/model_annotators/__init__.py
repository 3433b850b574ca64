"""Model annotators: models behind an API that annotate the items of a campaign in rounds."""
