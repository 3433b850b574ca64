"""Prolific's API: studies, submissions and payments on Prolific, for projects with a token."""
