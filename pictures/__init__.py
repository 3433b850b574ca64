"""Draw the pictures of the docs anew: `make pictures`."""
