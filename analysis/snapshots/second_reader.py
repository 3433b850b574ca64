"""Read a snapshot of the database on a second connection, while the first reads something else."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Self, TypeVar

from django.db import connection

from analysis.reading.snapshot import allow_large_sorts, share_snapshot, snapshot
from annotation.services.snapshots.side_connection import SideConnection, Turn

Result = TypeVar("Result")


class SecondReader:
    """A thread whose transaction sees what the current one sees. It writes through its own side
    connection, in turn with that of the current one."""

    def __init__(self, side_connection: SideConnection) -> None:
        self._turn = side_connection.turn

    def __enter__(self) -> Self:
        self._shared = share_snapshot()
        self._thread = ThreadPoolExecutor(1)
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.shutdown(cancel_futures=True)

    def start(self, read: Callable[[SideConnection], Result]) -> Future[Result]:
        return self._thread.submit(partial(_read, self._shared, self._turn, read))


def _read(shared: str, turn: Turn, read: Callable[[SideConnection], Result]) -> Result:
    try:
        with snapshot(shared), SideConnection(turn) as side_connection:
            allow_large_sorts()
            return read(side_connection)
    finally:
        connection.close()
