"""Decisions of adjudicators: made, withdrawn, waited for."""
