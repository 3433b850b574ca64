"""Computations on texts: sampling from documents before they are judged, grouping segments, and
measuring a language from its sentences.

NumPy, SciPy and scikit-learn only; no database and no campaign.
"""
