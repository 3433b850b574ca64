"""Computations on texts: drawing from documents before anybody judges them, grouping segments, and
measuring a language from its sentences.

NumPy, SciPy and scikit-learn only; no database and no campaign.
"""
