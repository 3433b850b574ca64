"""Researchers: their accounts, keys and projects."""
