"""Webhooks: the receivers of a project's events, the outbox, and its delivery."""
