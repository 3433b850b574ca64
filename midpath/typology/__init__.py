"""Decide from sentences whether their language has prepositions or postpositions."""
