"""Read and write files and standard streams for commands: "-" is standard input or output."""

import errno
import io
import json
import os
import re
import resource
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from midpath.console.errors import CommandError
from midpath.exchange.files import STANDARD, called, read_file

KILOBYTE, MEGABYTE = 2**10, 2**20
OF_THIS_PROCESS = Path("/proc/self/status")
# Write errors that the computer's owner must fix, which BrokenPipeError is not.
UNWRITABLE = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF}


def prepare_output() -> None:
    """Let output contain file names that are not UTF-8. Refuse to run if standard output is
    closed."""
    if sys.stdout is None:
        raise CommandError("Standard output is closed, so nothing can be printed.")
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.encoding.lower() == "utf-8":
        sys.stdout.reconfigure(errors="backslashreplace")


@contextmanager
def whole_output() -> Iterator[None]:
    """Make sure that all output is written. A reader may stop early; a full disk is reported."""
    try:
        yield
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        _print_no_more()
    except OSError as error:
        if error.errno not in UNWRITABLE or error.filename is not None:
            raise
        _print_no_more()
        raise CommandError(f"Standard output cannot be written: {error.strerror}.") from error


def _print_no_more() -> None:
    """Discard further output. Otherwise the interpreter tries to write it at exit, and
    complains."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def file_named(value: str) -> Path | None:
    """Return the path of a file, or None if there is none, as the value may name something else."""
    path = Path(value)
    if value == STANDARD:
        return path
    try:
        return path if value and path.exists() and not path.is_dir() else None
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error


def bytes_in(name: str | Path) -> bytes:
    try:
        return read_file(name)
    except OSError as error:
        raise CommandError(f"{called(name)} cannot be read: {error.strerror}.") from error


def require_one_reader(options: Mapping[str, object], names: Iterable[str]) -> None:
    """Refuse standard input for two arguments, since it can be read only once."""
    given = [options[name] for name in names]
    files = [file for one in given for file in (one if isinstance(one, list) else [one])]
    if sum(str(file) == STANDARD for file in files) > 1:
        raise CommandError("Standard input (-) can be read only once. Give files for the others.")


def require_place(path: Path) -> None:
    """Refuse a path that cannot be written to, before a long computation of its content."""
    if str(path) == STANDARD:
        return
    if not path.parent.is_dir():
        raise CommandError(f"{path} cannot be written: there is no folder {path.parent}.")
    if path.is_dir():
        raise CommandError(f"{path} cannot be written: it is a folder. Name a file in it.")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise CommandError(f"{path} cannot be written: permission denied.")


def write_file(path: Path, body: bytes) -> None:
    write_parts(path, [body])


def write_parts(path: Path, parts: Iterable[bytes]) -> None:
    """Write the parts one by one, with only one in memory."""
    if str(path) == STANDARD:
        sys.stdout.flush()
        sys.stdout.buffer.writelines(parts)
        return
    try:
        with path.open("wb") as file:
            file.writelines(parts)
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror}.") from error


def write_json_lines(path: Path, lines: Iterable[Mapping[str, object]]) -> None:
    write_parts(path, ((json.dumps(line, ensure_ascii=False) + "\n").encode() for line in lines))


def peak_megabytes() -> float:
    """Return the peak memory of this process.

    On Linux, usage includes the parent's memory at the fork, so the peak since then is read from a
    file. Elsewhere usage is all there is: in kilobytes, on macOS in bytes."""
    status = OF_THIS_PROCESS.read_text(encoding="utf-8") if OF_THIS_PROCESS.exists() else ""
    if found := re.search(r"^VmHWM:\s+(\d+) kB", status, re.MULTILINE):
        return int(found[1]) / KILOBYTE
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (MEGABYTE if sys.platform == "darwin" else KILOBYTE)
