"""How work tells how far it is, and that it cannot be done."""

from collections.abc import Callable
from typing import TypeAlias

# Takes the steps done and the steps that there are.
Progress: TypeAlias = Callable[[int, int], None]


class Failed(Exception):
    """The work cannot be done; the message says why and what to do."""
