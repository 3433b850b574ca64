"""A campaign's study on Prolific."""
