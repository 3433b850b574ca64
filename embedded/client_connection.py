"""A watch over the make that started this process.

If make alone is interrupted (`kill -INT` on its process id), it waits for its recipe without
passing the signal on. If it is killed, the recipe keeps running.
"""

import os
import signal
import threading
import time
from pathlib import Path

from embedded.child import LIBC, PR_SET_PDEATHSIG

MAKES = {"make", "gmake", "gnumake"}
PAUSE = 0.3


def watch_make() -> None:
    """Watch from now on, and interrupt this process if a make above it is interrupted or gone."""
    makes = _makes_above(os.getppid())
    if not makes:
        return
    if LIBC is not None:
        LIBC.prctl(PR_SET_PDEATHSIG, int(signal.SIGTERM))
    if hearing := [pid for pid in makes if _awaits_interrupt(pid)]:
        threading.Thread(target=_listen, args=(hearing,), daemon=True).start()


def _listen(makes: list[int]) -> None:
    while all(map(_awaits_interrupt, makes)):
        time.sleep(PAUSE)
    os.kill(os.getpid(), signal.SIGINT)


def _makes_above(pid: int) -> list[int]:
    """Return the process ids of all makes above; a make may call another."""
    found = []
    while pid and _state_of(pid).get("Name") in MAKES:
        found.append(pid)
        pid = int(_state_of(pid).get("PPid", "0"))
    return found


def _awaits_interrupt(pid: int) -> bool:
    """Return whether the process still handles the signal; make restores the default once it
    arrived."""
    caught = int(_state_of(pid).get("SigCgt", "0"), 16)
    return bool(caught >> (signal.SIGINT - 1) & 1)


def _state_of(pid: int) -> dict[str, str]:
    """Return the process's state as the kernel gives it; empty if the process is gone."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return {}
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}
