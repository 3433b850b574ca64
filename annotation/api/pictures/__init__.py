"""Pictures for workers: those of apps, and those in instructions and consent texts."""
