"""A child process that never outlives its parent, with a log."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from embedded.account import Account

PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


def die_with_parent(sign: signal.Signals) -> Callable[[], None] | None:
    """Return a function for the child to call first: the kernel sends it the signal if the parent
    dies."""
    if LIBC is None:
        return None
    libc, parent = LIBC, os.getpid()

    def set_signal() -> None:
        libc.prctl(PR_SET_PDEATHSIG, int(sign))
        if os.getppid() != parent:
            os._exit(1)

    return set_signal


def as_account(account: Account | None) -> dict[str, Any]:
    """Return the subprocess arguments that drop root for good."""
    if account is None:
        return {}
    return {"user": account.uid, "group": account.gid, "extra_groups": []}


@dataclass
class Child:
    name: str
    command: Sequence[str | Path]
    log: Path
    folder: Path
    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    account: Account | None = None
    stop_signal: signal.Signals = signal.SIGTERM
    stop_timeout: float = 20
    pass_fds: tuple[int, ...] = ()
    process: subprocess.Popen[bytes] | None = None

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def start(self, words: str = "") -> None:
        """Start it in its own session, so that Ctrl-C reaches only the parent; words go to
        stdin."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [str(part) for part in self.command],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd=self.folder,
                env=dict(self.environment),
                start_new_session=True,
                pass_fds=self.pass_fds,
                preexec_fn=die_with_parent(self.stop_signal),
                **as_account(self.account),
            )
        self._write(words)

    def _write(self, words: str) -> None:
        if self.process and self.process.stdin:
            try:
                self.process.stdin.write(words.encode())
                self.process.stdin.close()
            except BrokenPipeError:
                return

    def stop(self) -> None:
        """Terminate it, wait, and then kill what is left of its session."""
        if self.process is None:
            return
        if self.alive:
            self.process.send_signal(self.stop_signal)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(self.stop_timeout)
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.process = None


def wait_until(condition: Callable[[], bool], seconds: float, pause: float = 0.05) -> bool:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(pause)
    return True
