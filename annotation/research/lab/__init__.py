"""The laboratory of biases, and comparisons of a crowd with gold."""
