"""Researchers' accounts: signing in, passwords, addresses, the second factor, invitations."""
