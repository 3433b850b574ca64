"""Interrupting make reaches everything that it started, and nothing else; so does its end."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from embedded.child import wait_until
from tests.embedded.machine import PROJECT, is_running

LISTENER = """
import os, time
from embedded.client_connection import watch_make
watch_make()
try:
    print(os.getpid(), flush=True)
    time.sleep(120)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
DIRECTLY = "listen:\n\t@exec $(PYTHON) listener.py\n"
BY_ANOTHER = "outer:\n\t@$(MAKE) --no-print-directory listen\n" + DIRECTLY


@contextmanager
def listening(tmp_path: Path, *command: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Start a listener under that command, and return its process id."""
    (tmp_path / "listener.py").write_text(LISTENER)
    process = subprocess.Popen(
        command,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(PROJECT), "PYTHON": sys.executable},
    )
    with process:
        assert process.stdout
        yield process, int(process.stdout.readline())
        process.kill()


@pytest.mark.parametrize("makefile", [DIRECTLY, BY_ANOTHER], ids=["directly", "by another make"])
def test_an_interrupt_of_make_alone_is_heard(tmp_path: Path, makefile: str) -> None:
    (tmp_path / "Makefile").write_text(makefile)
    with listening(tmp_path, "make") as (make, listener):
        make.send_signal(signal.SIGINT)
        assert make.stdout
        assert make.stdout.readline() == "interrupted\n"
        assert wait_until(lambda: not is_running(listener), seconds=20)
        assert make.wait(20)


def test_a_killed_make_leaves_nobody_behind(tmp_path: Path) -> None:
    (tmp_path / "Makefile").write_text(DIRECTLY)
    with listening(tmp_path, "make") as (make, listener):
        make.kill()
        assert wait_until(lambda: not is_running(listener), seconds=20)


@pytest.mark.long
def test_without_make_above_nothing_is_heard(tmp_path: Path) -> None:
    """A shell that ends, or is interrupted alone, does not affect what it started."""
    with listening(tmp_path, "sh", "-c", f"{sys.executable} listener.py & wait") as (shell, pid):
        shell.kill()
        shell.wait()
        try:
            assert is_running(pid)
        finally:
            os.kill(pid, signal.SIGKILL)
