"""Labelled spans of texts: agreement of workers who mark and label them, and their consensus."""
