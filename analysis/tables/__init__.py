"""Reports for a terminal: which tables a command prints, in which order, with which sentences."""
