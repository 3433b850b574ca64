"""Run a script of this folder in a process of its own, whose memory and time are bounded.

Spreadsheets and dictionaries are read there: a file that was made to exhaust a parser ends that
process, not the one that answers requests."""

import json
import subprocess
import sys
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any

FOLDER = Path(__file__).parent
SECONDS, MEMORY = 60, 1024 * 2**20
WAIT = 20
# One at a time in each web process, so that ten large files do not take ten times the memory.
ONE = BoundedSemaphore(1)


class Stopped(Exception):
    """A process that took too much memory or time, or failed in a way nobody foresaw."""


class Refused(Exception):
    """A refusal by the script, in words for the person who gave the file."""


class Occupied(Exception):
    """Another process is still at work."""


def run_apart(script: str, body: bytes, **asked: Any) -> bytes:
    """Return what the script writes when it is given this input and these arguments."""
    if not ONE.acquire(timeout=WAIT):
        raise Occupied
    try:
        return _run(script, body, {"memory": MEMORY, "seconds": SECONDS, **asked})
    finally:
        ONE.release()


def _run(script: str, body: bytes, asked: dict[str, Any]) -> bytes:
    command = [sys.executable, "-I", str(FOLDER / script), json.dumps(asked)]
    try:
        done = subprocess.run(
            command, input=body, capture_output=True, timeout=asked["seconds"] + 5, check=False
        )
    except subprocess.TimeoutExpired:
        raise Stopped from None
    if done.returncode == 0:
        return done.stdout
    said = done.stdout.decode("utf-8", "replace")
    if done.returncode == 3 and said:
        raise Refused(said)
    raise Stopped(done.stderr.decode("utf-8", "replace")[-2000:])
