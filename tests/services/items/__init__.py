"""Items found by filters and put in order."""
