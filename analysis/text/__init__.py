"""Texts: answer-sets of documents, and files of sentences."""
