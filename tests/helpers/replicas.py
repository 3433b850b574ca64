"""Addresses of replicas for the process of a test: a trap, and a second connection that only
reads."""

import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connections

from annotation.services.replica import REPLICA, gauge


@contextmanager
def replica_at(patch: pytest.MonkeyPatch, **settings: Any) -> Iterator[None]:
    """Connect to a replica with these settings; the others are those of the primary."""
    patch.setitem(connections.databases, REPLICA, {**connections.databases["default"], **settings})
    connections[REPLICA] = connections.create_connection(REPLICA)
    patch.setattr(gauge, "_next_at", 0.0)
    patch.setattr(gauge, "_seconds", None)
    try:
        yield
    finally:
        connections[REPLICA].close()
        del connections[REPLICA]


class Trap:
    """A server that accepts connections, counts them, and answers nothing."""

    def __init__(self) -> None:
        self.touched = 0
        self._socket = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._count, daemon=True).start()

    @property
    def address(self) -> Mapping[str, str]:
        host, port = self._socket.getsockname()
        return {"HOST": host, "PORT": str(port)}

    def close(self) -> None:
        # Wakes the thread up, which ends.
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()

    def _count(self) -> None:
        while True:
            try:
                accepted, _ = self._socket.accept()
            except OSError:
                return
            self.touched += 1
            accepted.close()
