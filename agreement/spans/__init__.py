"""Labelled spans of texts: agreement of the workers who mark and label them, and consensus."""
