"""Waiting until something is so."""

import time
from collections.abc import Callable
from typing import TypeVar

from midpath.errors import TookTooLong
from midpath.retrying import Patience

T = TypeVar("T")
WAIT_SECONDS = 3600.0
MAX_PAUSE_SECONDS = 10.0


def wait(
    read: Callable[[], T],
    until: Callable[[T], object],
    *,
    timeout: float = WAIT_SECONDS,
    what: str = "what was waited for",
    sleep: Callable[[float], None] = time.sleep,
    clock: Callable[[], float] = time.monotonic,
) -> T:
    """Return what `read` gives as soon as `until` is true of it.

    It is read again after half a second at first, in the end after some. TookTooLong, which notes
    the last reading, is raised when `timeout` seconds are over."""
    between = Patience(longest=MAX_PAUSE_SECONDS)
    end, attempt = clock() + timeout, 0
    while True:
        found = read()
        if until(found):
            return found
        attempt += 1
        left = end - clock()
        if left <= 0:
            error = TookTooLong(f"After {timeout:g} seconds {what} had not come.")
            error.add_note(f"The last reading: {found!r}")
            raise error
        sleep(min(left, between.before(min(attempt, between.tries))))
