"""Run a script of this folder in a separate process with limited memory and time.

Spreadsheets and dictionaries are read there: a file made to exhaust a parser ends that process, not
the one that answers requests."""

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from subprocess import PIPE, Popen, TimeoutExpired
from threading import BoundedSemaphore
from typing import Self

FOLDER = Path(__file__).parent
REFUSED = 3
SECONDS, MEMORY = 60, 1024 * 2**20
# At most two at a time in each web process, so that ten large files do not take ten times the
# memory: one that has just started, and one that takes longer than usual.
QUICK, LONG = BoundedSemaphore(1), BoundedSemaphore(1)
QUICK_SECONDS = 3
# Seconds to wait for QUICK, while another process has just started.
WAIT = 10
# The library that each script needs, and the extra of the package that installs it.
NEEDS = {
    "read_parquet.py": ("pyarrow", "parquet"),
    "read_spreadsheet.py": ("openpyxl", "excel"),
    "split_words.py": ("icu4py", "text"),
}


class Stopped(Exception):
    """A process that exceeded its memory or time, or failed unexpectedly."""


class Refused(Exception):
    """A refusal by the script, with a message for the person who gave the file."""


class Occupied(Exception):
    """All places are taken."""


class Turn:
    """The place of one process: QUICK at first, LONG once it takes longer."""

    def __enter__(self) -> Self:
        if not QUICK.acquire(timeout=WAIT):
            raise Occupied
        self.semaphore = QUICK
        return self

    def __exit__(self, *_: object) -> None:
        self.semaphore.release()

    def move_on(self) -> None:
        """Release QUICK for others; raise Occupied if another process already has LONG."""
        if not LONG.acquire(blocking=False):
            raise Occupied
        QUICK.release()
        self.semaphore = LONG


def run_apart(script: str, body: bytes, *, seconds: float = SECONDS, **arguments: object) -> bytes:
    """Run a script with this input and these arguments, and return its output."""
    _require_library(script)
    arguments = {"memory": MEMORY, "seconds": seconds, **arguments}
    with Turn() as turn, _started(script, arguments) as child:
        try:
            written, errors = child.communicate(body, QUICK_SECONDS)
        except TimeoutExpired:
            turn.move_on()
            written, errors = _rest_of(child, seconds + 5)
    if child.returncode == 0:
        return written
    if child.returncode == REFUSED and written:
        raise Refused(written.decode("utf-8", "replace"))
    raise Stopped(errors.decode("utf-8", "replace")[-2000:])


def _require_library(script: str) -> None:
    library, extra = NEEDS.get(script, ("", ""))
    if library and find_spec(library) is None:
        raise Refused(
            f"This file needs {library}. Install it: pip install {library} (the extra “{extra}” of "
            "midpath)."
        )


@contextmanager
def _started(script: str, arguments: Mapping[str, object]) -> Iterator[Popen[bytes]]:
    command = [sys.executable, "-I", str(FOLDER / script), json.dumps(arguments)]
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
