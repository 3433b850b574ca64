"""The terms of a campaign: one form made of parts, each in a module of its own."""
