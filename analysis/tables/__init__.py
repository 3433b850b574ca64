"""What commands print of figures: which tables, in which order, with which sentences."""
