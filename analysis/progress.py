"""Progress of a computation, and its failure."""

from collections.abc import Callable
from typing import TypeAlias

# Called with the steps done and their number.
Progress: TypeAlias = Callable[[int, int], None]


class Failed(Exception):
    """A computation that cannot be done; the message says why and what to do."""
