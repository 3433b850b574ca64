"""The text side of a study: what is drawn from documents before anybody judges it.

NumPy and SciPy only; it knows no database, no campaign and no judgment."""
