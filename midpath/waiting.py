"""Wait for a condition."""

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
    """Call `read` until `until` accepts its result, and return that result.

    The first wait is half a second; waits grow to a few seconds. After `timeout` seconds,
    TookTooLong is raised, with a note of the last result."""
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
