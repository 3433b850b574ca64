"""Documents as a corpus: their sizes by category, and their form in XML."""
