"""PgBouncer in front of the test database, with MIDPATH_POOLED=1: after each transaction the next
client has the session."""

import os
import shutil
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection

from embedded.account import choose_account, own
from embedded.child import Child, wait_until

PORT = 6432
# Sessions take turns, so that one client does not happen to get its own again. Startup options are
# refused, as by default.
SETTINGS = """
[databases]
* = {database}
[pgbouncer]
pool_mode = transaction
server_round_robin = 1
default_pool_size = 20
min_pool_size = 5
max_client_conn = 1000
unix_socket_dir = {folder}
listen_port = {port}
auth_type = any
"""


@contextmanager
def through_pool() -> Iterator[None]:
    """Connect the tests through PgBouncer if MIDPATH_POOLED is set."""
    if not settings.POOLED:
        yield
        return
    call_command("set_role_settings", stdout=None)
    with _pool() as folder:
        direct = {name: connection.settings_dict[name] for name in ("HOST", "PORT")}
        _connect(HOST=str(folder), PORT=str(PORT))
        yield
        _connect(**direct)


def _connect(**where: str) -> None:
    connection.close()
    connection.settings_dict.update(where)


@contextmanager
def _pool() -> Iterator[Path]:
    """Yield the folder of the socket of a running PgBouncer."""
    program = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        pytest.skip("PgBouncer is not installed: apt-get install pgbouncer")
    with tempfile.TemporaryDirectory(prefix="pool-") as name:
        folder, account = Path(name), choose_account(Path(name))
        own(folder, account)
        written = folder / "pgbouncer.ini"
        written.write_text(SETTINGS.format(database=_database(), folder=folder, port=PORT))
        own(written, account)
        child = Child(
            "PgBouncer", [program, written], folder / "log", folder=folder, account=account
        )
        child.start()
        try:
            assert wait_until(lambda: _listens(folder), seconds=20), child.log.read_text()
            yield folder
        finally:
            child.stop()


def _database() -> str:
    """Return where the database is, and as whom to connect, in the words of PgBouncer."""
    at = connection.settings_dict
    words = {"host": at["HOST"], "port": at["PORT"], "user": at["USER"], "password": at["PASSWORD"]}
    return " ".join(f"{name}={value}" for name, value in words.items() if value)


def _listens(folder: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as tried:
        return tried.connect_ex(str(folder / f".s.PGSQL.{PORT}")) == 0
