"""Texts: answer-sets of documents."""
