"""Write to the database next to a read-only transaction that sees one moment of it."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Self, TypeVar

from django.db import connection

Result = TypeVar("Result")


class Beside:
    """A thread with a database connection of its own, on which each call commits by itself."""

    def __enter__(self) -> Self:
        self._thread = ThreadPoolExecutor(1)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._thread.submit(_close).result()
        self._thread.shutdown()

    def __call__(self, write: Callable[[], Result]) -> Result:
        """Do the writing there, wait for it, and return or raise what it does."""
        return self._thread.submit(write).result()


def _close() -> None:
    """Close the connection of the thread that runs this."""
    connection.close()
