"""Files by their names, and standard input by a dash."""

import sys
from collections.abc import Callable
from pathlib import Path

STANDARD = "-"
Seen = Callable[[str, int, int], object]  # of what, how many are done, how many there are


def unseen(of: str, done: int, total: int) -> None:
    """For work that nobody watches."""


def read_file(name: str | Path) -> bytes:
    """The bytes of a file, or of standard input where it is called "-"; OSError."""
    if str(name) == STANDARD:
        return sys.stdin.buffer.read()
    return Path(name).read_bytes()


def called(name: str | Path) -> str:
    """What people call it.

    >>> called("-"), called("a.csv")
    ('standard input', 'a.csv')
    """
    return "standard input" if str(name) == STANDARD else str(name)
