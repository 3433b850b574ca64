"""What goes wrong around servers, as one line each."""

from pathlib import Path


class Trouble(Exception):
    """What is wrong, where, and what to do about it; shown as it is, never as a traceback."""


def last_words(log: Path) -> str:
    """The line of a server's log that best says why it stopped."""
    try:
        lines = log.read_text(errors="replace").splitlines()[-200:]
    except FileNotFoundError:
        return "it left no log"
    for mark in ("PANIC:", "FATAL:", "initdb: error:", "ERROR:", "rror: "):
        for line in reversed(lines):
            if mark in line:
                return line[line.index(mark) :] if mark.isupper() else line.strip()
    return next((line.strip() for line in reversed(lines) if line.strip()), "its log is empty")


def failed(what: str, log: Path, place: Path) -> Trouble:
    words = last_words(log)
    if "No space left" in words:
        return Trouble(f"{what} found no space left on the disk that holds {place}. Free some.")
    return Trouble(f"{what} did not start: {words} (the whole log: {log})")
