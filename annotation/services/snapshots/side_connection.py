"""Write to the database on a second connection, while a read-only transaction sees a frozen state
of it."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Self, TypeVar

from django.db import connection

Result = TypeVar("Result")


class SideConnection:
    """A thread with its own database connection, on which each call commits separately."""

    def __enter__(self) -> Self:
        self._thread = ThreadPoolExecutor(1)
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.submit(_close).result()
        self._thread.shutdown()

    def __call__(self, write: Callable[[], Result]) -> Result:
        """Run the write in the thread, wait for it, and return its result or raise its
        exception."""
        return self._thread.submit(write).result()


def _close() -> None:
    """Close the connection of the current thread."""
    connection.close()
