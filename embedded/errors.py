"""Problems around servers, each as one line."""

import shutil
from pathlib import Path

MARKS = ("PANIC:", "FATAL:", "ERROR:", "rror: ")
NO_SPACE = ("No space left", "Check free disk space")
LITTLE_SPACE = 1024 * 1024


class Trouble(Exception):
    """A problem: what is wrong, where, and what to do; printed as it is, never as a traceback."""


def failed(what: str, log: Path, place: Path) -> Trouble:
    if _is_full(place) or any(words in line for line in _end_of(log) for words in NO_SPACE):
        return Trouble(f"{what} found no space left on the disk of {place}. Free some space.")
    return Trouble(f"{what} did not start: {last_words(log)} (the whole log: {log})")


def last_words(log: Path) -> str:
    """Return the line of a server's log that best explains why it stopped."""
    lines = [line.strip() for line in _end_of(log) if line.strip()]
    for mark in MARKS:
        for line in reversed(lines):
            if mark in line:
                return line[line.index(mark) :] if mark.isupper() else line
    return lines[-1] if lines else "its log is empty"


def _end_of(log: Path) -> list[str]:
    try:
        return log.read_text(errors="replace").splitlines()[-200:]
    except FileNotFoundError:
        return []


def _is_full(place: Path) -> bool:
    """Return whether the disk is full; then the line about it may be missing from the log."""
    return shutil.disk_usage(place).free < LITTLE_SPACE
