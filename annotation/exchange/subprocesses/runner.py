"""Run a script of this folder in a process of its own, whose memory and time are bounded.

Spreadsheets and dictionaries are read there: a file that was made to exhaust a parser ends that
process, not the one that answers requests."""

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE, Popen, TimeoutExpired
from threading import BoundedSemaphore
from typing import Any, Self

FOLDER = Path(__file__).parent
REFUSED = 3
SECONDS, MEMORY = 60, 1024 * 2**20
# Two at a time in each web process, so that ten large files do not take ten times the memory: one
# that has just begun, and one that takes longer than usual files do.
QUICK, LONG = BoundedSemaphore(1), BoundedSemaphore(1)
QUICK_SECONDS = 3
# How long to wait for QUICK: others that have just begun wait there, too.
WAIT = 10


class Stopped(Exception):
    """A process that took too much memory or time, or failed unexpectedly."""


class Refused(Exception):
    """A refusal by the script, in words for the person who gave the file."""


class Occupied(Exception):
    """Others are still at work."""


class Turn:
    """The turn of one process: QUICK while it has just begun, LONG once it takes longer."""

    def __enter__(self) -> Self:
        if not QUICK.acquire(timeout=WAIT):
            raise Occupied
        self.held = QUICK
        return self

    def __exit__(self, *_: object) -> None:
        self.held.release()

    def move_on(self) -> None:
        """Leave QUICK to others, or raise Occupied where another process takes long already."""
        if not LONG.acquire(blocking=False):
            raise Occupied
        QUICK.release()
        self.held = LONG


def run_apart(script: str, body: bytes, **asked: Any) -> bytes:
    """Return what the script writes when it is given this input and these arguments."""
    asked = {"memory": MEMORY, "seconds": SECONDS, **asked}
    with Turn() as turn, _started(script, asked) as child:
        try:
            written, errors = child.communicate(body, QUICK_SECONDS)
        except TimeoutExpired:
            turn.move_on()
            written, errors = _rest_of(child, asked["seconds"] + 5)
    if child.returncode == 0:
        return written
    if child.returncode == REFUSED and written:
        raise Refused(written.decode("utf-8", "replace"))
    raise Stopped(errors.decode("utf-8", "replace")[-2000:])


@contextmanager
def _started(script: str, asked: Mapping[str, Any]) -> Iterator[Popen[bytes]]:
    command = [sys.executable, "-I", str(FOLDER / script), json.dumps(asked)]
    with Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE) as child:
        try:
            yield child
        finally:
            child.kill()


def _rest_of(child: Popen[bytes], seconds: float) -> tuple[bytes, bytes]:
    try:
        return child.communicate(timeout=seconds)
    except TimeoutExpired:
        raise Stopped from None
