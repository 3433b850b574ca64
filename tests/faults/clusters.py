"""A PostgreSQL cluster for one test alone, which may be killed, filled or used up."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.db import connection

from embedded.account import choose_account, own
from embedded.errors import Trouble
from embedded.postgres import NAME, Postgres
from tests.faults.processes import wait_for
from tests.helpers.database import CACHE, fill_template, hash_schema_sources


@contextmanager
def own_cluster(home: Path | None = None, *, durable: bool = True) -> Iterator[Postgres]:
    """Connect the test, and servers that it starts from now on, to a new cluster with the current
    schema."""
    with tempfile.TemporaryDirectory(prefix="cluster-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        home = home or folder
        account = choose_account(home / "postgres")
        own(home, account)
        own(folder, account)
        server = Postgres(home, folder, folder / "log", account, durable)
        server.start()
        try:
            with _connected_to(server):
                yield server
        finally:
            server.stop()


@contextmanager
def _connected_to(server: Postgres) -> Iterator[None]:
    """Use the cluster's database in all threads of this process."""
    usual = dict(connection.settings_dict)
    connection.close()
    connection.settings_dict |= {
        "HOST": str(server.sockets),
        "PORT": "5432",
        "USER": NAME,
        "PASSWORD": "",
        "NAME": NAME,
    }
    try:
        fill_template(NAME, CACHE / f"schema-{hash_schema_sources()}.sql.gz")
        yield
    finally:
        connection.close()
        connection.settings_dict |= usual


def restart(server: Postgres, *, seconds: float = 60) -> None:
    """Start a server that died, as a supervisor does: again, until it is up."""

    def starts() -> bool:
        server.stop()
        with suppress(Trouble):
            server.start()
        return server.alive

    wait_for(starts, seconds=seconds, what="PostgreSQL")
