"""Other annotation systems, measured as ours is: the part systems (compare.py)."""

from bench.systems.compare import main

__all__ = ["main"]
