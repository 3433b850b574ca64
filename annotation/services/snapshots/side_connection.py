"""Write to the database on a second connection, while a read-only transaction sees a frozen state
of it."""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Self, TypeVar

from django.db import connection

Result = TypeVar("Result")
MAX_WAITING = 4


class SideConnection:
    """A thread with its own database connection, on which each call commits separately, one after
    the other."""

    def __enter__(self) -> Self:
        self._thread = ThreadPoolExecutor(1)
        self._waiting = deque[Future[object]]()
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.submit(_close).result()
        self._thread.shutdown()

    def __call__(self, write: Callable[[], Result]) -> Result:
        """Run the write in the thread, wait for it, and return its result or raise its exception.
        Earlier writes come first, and so do their exceptions."""
        self._wait_until_waiting(0)
        return self._thread.submit(write).result()

    def later(self, write: Callable[[], object]) -> None:
        """Run the write in the thread without waiting for it; one of the next calls raises its
        exception. Few writes wait at a time, as they may be large."""
        self._wait_until_waiting(MAX_WAITING - 1)
        self._waiting.append(self._thread.submit(write))

    def _wait_until_waiting(self, many: int) -> None:
        while len(self._waiting) > many:
            self._waiting.popleft().result()


def _close() -> None:
    """Close the connection of the current thread."""
    connection.close()
