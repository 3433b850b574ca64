"""The strata of pairs by their similarity, in millionths."""

# The upper ends of all strata but the last.
EDGES = (250_000, 500_000, 750_000)
