"""Tables of figures: each is defined once, and written as HTML, as CSV and for a terminal."""
