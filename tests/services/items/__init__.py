"""Items found by filters and sorted."""
