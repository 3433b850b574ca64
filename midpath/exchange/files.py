"""Read files by name, and standard input for "-"."""

import sys
from collections.abc import Callable
from pathlib import Path

STANDARD = "-"
Seen = Callable[[str, int, int], object]  # what is counted, how many are done, how many there are


def unseen(of: str, done: int, total: int) -> None:
    """Ignore progress."""


def read_file(name: str | Path) -> bytes:
    """Return the bytes of a file, or of standard input for "-"; raise OSError if it cannot be
    read."""
    if str(name) == STANDARD:
        return sys.stdin.buffer.read()
    return Path(name).read_bytes()


def called(name: str | Path) -> str:
    """Return the name of a file as messages show it.

    >>> called("-"), called("a.csv")
    ('standard input', 'a.csv')
    """
    return "standard input" if str(name) == STANDARD else str(name)
