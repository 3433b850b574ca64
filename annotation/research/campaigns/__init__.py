"""A campaign: its terms, moves, money and workers."""
