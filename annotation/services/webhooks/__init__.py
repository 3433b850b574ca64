"""Webhooks: who is told of a project's events, the outbox, and how it is emptied."""
