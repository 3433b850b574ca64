"""Adjudicators' decisions: made, withdrawn, queued."""
