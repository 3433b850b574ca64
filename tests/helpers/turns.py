"""Turns of what the quick tier tries only in part: the day of the commit decides which part, so
that a commit passes always or never."""

from collections.abc import Sequence
from pathlib import Path
from shutil import which
from subprocess import run
from typing import TypeVar

from tests.helpers.tiers import by_tier

T = TypeVar("T")
ROOT = Path(__file__).parents[2]
SECONDS_OF_DAY = 86_400


def one_by_day(values: Sequence[T]) -> Sequence[T]:
    """Return the value whose turn it is in the quick tier, and all in the long one."""
    turn = day_of_commit() % len(values)
    return by_tier(quick=values[turn : turn + 1], long=values)


def day_of_commit() -> int:
    """Return the number of the day; 0 without Git, as in the copy of a mutant."""
    if which("git") is None:
        return 0
    command = ["git", "log", "-1", "--format=%ct"]
    text = run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    return int(text or 0) // SECONDS_OF_DAY
