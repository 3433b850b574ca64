"""Model annotators: endpoints with their keys, and rounds of requests within a budget."""
