"""Two sides that answered the same items, held against each other."""
