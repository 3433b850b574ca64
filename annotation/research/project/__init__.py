"""Accounts, projects, members, API tokens and the audit."""
