"""Researchers' accounts: sign-in, passwords, e-mail addresses, second factor, invitations."""
