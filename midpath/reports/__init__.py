"""Terminal reports: the tables that a command prints, their order and their sentences."""
