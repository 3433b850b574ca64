"""Programs called in this process, as a separate one would take seconds to start."""

import io
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, chdir, contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from unittest.mock import patch

import django
from django.conf import settings
from django.db import connections

COLUMNS = "80"


def call_main(
    main: Callable[[], None], arguments: Sequence[str], *, cwd: Path | None = None, typed: str = ""
) -> subprocess.CompletedProcess[str]:
    """Return the program's exit code and output, with no database configured.

    An exception that would print a traceback is raised.
    """
    with ExitStack() as stack:
        stdin, stdout, stderr = (stack.enter_context(_stream()) for _ in range(3))
        stderr.reconfigure(errors="backslashreplace")  # as the interpreter's own
        stdin.buffer.write(typed.encode())
        stdin.seek(0)
        for name, stream in (("stdin", stdin), ("stdout", stdout), ("stderr", stderr)):
            stack.enter_context(patch.object(sys, name, stream))
        stack.enter_context(patch.object(sys, "argv", list(arguments)))
        stack.enter_context(patch.dict(os.environ, COLUMNS=COLUMNS))
        stack.enter_context(chdir(cwd or Path.cwd()))
        stack.enter_context(_without_database())
        code = _exit_code(main)
        stderr.write(f"{code}\n" if isinstance(code, str) else "")
        return subprocess.CompletedProcess(
            arguments, _number(code), _content(stdout), _content(stderr)
        )


def _stream() -> io.TextIOWrapper:
    """Return a stream with a file of its own, since commands read the size of their input."""
    return io.TextIOWrapper(TemporaryFile(), encoding="utf-8")


def _content(stream: io.TextIOWrapper) -> str:
    """Return the written text, with the line ends that `subprocess` would return."""
    stream.seek(0)
    return stream.read()


@contextmanager
def _without_database() -> Iterator[None]:
    """Hide the database, and isolate one-time process changes of a program: it sets up Django,
    handles interrupts and closes connections."""
    handler = signal.getsignal(signal.SIGINT)
    try:
        with (
            patch.dict(settings.DATABASES["default"], NAME=""),
            patch.object(django, "setup"),
            patch.object(connections, "close_all"),
        ):
            yield
    finally:
        signal.signal(signal.SIGINT, handler)


def _exit_code(main: Callable[[], None]) -> int | str | None:
    """Return the program's exit code, as the interpreter computes it."""
    try:
        main()
    except SystemExit as request:
        return request.code
    return None


def _number(code: int | str | None) -> int:
    return 1 if isinstance(code, str) else code or 0
