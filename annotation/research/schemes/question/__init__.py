"""What research pages show of elicited questions."""
