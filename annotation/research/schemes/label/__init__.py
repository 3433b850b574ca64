"""How researchers see labels of texts."""
