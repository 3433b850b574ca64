"""The shapes of the stored figures that tables and pages read, as `agreement` makes them.

Figures are stored as JSON, so nothing checks them when they are read; these types let the reader
of a figure misspell no key. Each has the keys that are read, and no others. The kernels and reports
of `analysis` return them, so mypy compares them there with the shapes that `agreement` makes. For
that they are read-only: a list made is then a sequence read. Figures that are stored before the
first fold are empty, hence `total=False`.
"""
