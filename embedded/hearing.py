"""Hears what make does not pass on. Interrupted alone (`kill -INT` on its number), make waits for
its recipe without a word to it; and killed, it leaves the recipe behind."""

import os
import signal
import threading
import time
from pathlib import Path

from embedded.child import LIBC, PR_SET_PDEATHSIG

MAKES = {"make", "gmake", "gnumake"}
PAUSE = 0.3


def heed_make() -> None:
    """From now on, interrupt ourselves when a make above us is interrupted or gone."""
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
    """Make calls make at times, so there may be several."""
    found = []
    while pid and _state_of(pid).get("Name") in MAKES:
        found.append(pid)
        pid = int(_state_of(pid).get("PPid", "0"))
    return found


def _awaits_interrupt(pid: int) -> bool:
    """Make lets go of the signal as soon as it has come."""
    caught = int(_state_of(pid).get("SigCgt", "0"), 16)
    return bool(caught >> (signal.SIGINT - 1) & 1)


def _state_of(pid: int) -> dict[str, str]:
    """Nothing where the process is gone, or the kernel does not say."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return {}
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}
