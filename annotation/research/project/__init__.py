"""Accounts, projects, members, keys and the audit."""
