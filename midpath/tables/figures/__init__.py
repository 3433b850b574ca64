"""The types of the stored figures that tables and pages read, as `agreement` computes them.

Figures are stored as JSON, so nothing checks them when they are read; these types prevent misspelt
keys. Each type has only the keys that are read. The kernels and reports of `analysis` return them,
so mypy compares them there with the types that `agreement` returns. That requires read-only types:
a list is then read as a sequence. Before the first fold, stored figures are empty, hence
`total=False`.
"""
