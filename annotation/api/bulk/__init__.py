"""Many rows in one request, with what became of each."""
