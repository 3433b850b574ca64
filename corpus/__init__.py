"""The text side of a study: what is drawn from documents before anybody judges it, how segments are
put into groups, and what sentences alone tell of a language.

NumPy, SciPy and scikit-learn only; it knows no database and no campaign."""
