"""Alignments of documents, and pairs sampled from documents."""
