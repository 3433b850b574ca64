"""Write to the database on a second connection, while a read-only transaction sees a frozen state
of it."""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager
from threading import Lock
from typing import Self, TypeAlias, TypeVar

from django.db import connection

Result = TypeVar("Result")
Turn: TypeAlias = AbstractContextManager[object]
MAX_WAITING = 4


class SideConnection:
    """A thread with its own database connection, on which each call commits separately, one after
    the other.

    turn : shared by connections that write the same rows, so that none waits in the database, where
        waiting for a lock soon ends in an error
    """

    def __init__(self, turn: Turn | None = None) -> None:
        self.turn: Turn = turn or Lock()

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
        return self._thread.submit(self._in_turn, write).result()

    def later(self, write: Callable[[], object]) -> None:
        """Run the write in the thread without waiting for it; one of the next calls raises its
        exception. Few writes wait at a time, as they may be large."""
        self._wait_until_waiting(MAX_WAITING - 1)
        self._waiting.append(self._thread.submit(self._in_turn, write))

    def _in_turn(self, write: Callable[[], Result]) -> Result:
        with self.turn:
            return write()

    def _wait_until_waiting(self, many: int) -> None:
        while len(self._waiting) > many:
            self._waiting.popleft().result()


def _close() -> None:
    """Close the connection of the current thread."""
    connection.close()
