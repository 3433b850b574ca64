"""Tables of figures of parts of the data."""
