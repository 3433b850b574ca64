"""Replicas of the test database: a trap, a second connection that only reads, and a real one."""

import signal
import socket
import subprocess
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg2
import pytest
from django.db import connection, connections

from annotation.services.replica import REPLICA, gauge
from embedded.account import choose_account, own
from embedded.binaries import find_postgres
from embedded.child import Child, as_account, wait_until


@contextmanager
def known_replica() -> Iterator[None]:
    """Let Django know a database of this name before the tests of a module; `replica_at` says where
    it is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(connections.databases, REPLICA, connections.databases["default"])
        yield


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


@dataclass
class Standby:
    """A hot standby of the server of the tests, which streams everything from it."""

    folder: Path
    child: Child

    @property
    def url(self) -> str:
        at = connection.settings_dict
        return f"postgres://{at['USER']}@/{at['NAME']}?host={self.folder}&port=5432"

    def run(self, statement: str) -> Any:
        with closing(psycopg2.connect(self.url)) as there, there.cursor() as cursor:
            cursor.execute(statement)
            [found] = cursor.fetchone() or (None,)
            return found

    def answers(self) -> bool:
        try:
            return bool(self.run("SELECT pg_is_in_recovery()"))
        except psycopg2.OperationalError:
            return False

    def kill(self) -> None:
        assert self.child.process is not None
        self.child.process.send_signal(signal.SIGKILL)
        self.child.process.wait(20)


@contextmanager
def streaming_replica() -> Iterator[Standby]:
    """Copy the server of the tests, and follow it."""
    at, programs = connection.settings_dict, find_postgres()
    with tempfile.TemporaryDirectory(prefix="standby-") as name:
        folder, account = Path(name), choose_account(Path(name))
        own(folder, account)
        data = folder / "data"
        where = ["--host", at["HOST"], "--port", at["PORT"], "--username", at["USER"]]
        how = ["--write-recovery-conf", "--checkpoint=fast", "--no-sync"]
        subprocess.run(
            [programs.folder / "pg_basebackup", "--pgdata", data, *where, *how],
            check=True,
            cwd=folder,
            **as_account(account),
        )
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(folder),
            "port": "5432",
            "max_connections": "200",
            "hot_standby_feedback": "on",
            "fsync": "off",
        }
        options = [part for key, value in settings.items() for part in ("-c", f"{key}={value}")]
        command: list[str | Path] = [programs.postgres, "-D", data, *options]
        child = Child("standby", command, folder / "log", folder=folder, account=account)
        standby = Standby(folder, child)
        child.start()
        try:
            assert wait_until(standby.answers, seconds=60), child.log.read_text()
            yield standby
        finally:
            child.stop()
