"""Group segments of documents, score the groups, and sample pairs."""
