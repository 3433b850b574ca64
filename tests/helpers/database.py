"""The test database: its schema is migrated once, then restored from a dump.

Applying the migrations takes half a minute; restoring their result takes a second. The dump is in
the user's cache under a hash of its sources, so a changed migration is applied again.
"""

import fcntl
import gzip
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test.utils import override_settings

from embedded.binaries import find_postgres

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "midpath"
MAX_DUMPS = 8
DUMPING = ("--inserts", "--no-owner", "--no-privileges")
RESTORING = (
    "--no-psqlrc",
    "--quiet",
    "--single-transaction",
    "--set=ON_ERROR_STOP=1",
    "--output=/dev/null",
)


@contextmanager
def make_test_database() -> Iterator[None]:
    """Connect to a new database with the current schema; drop it at the end."""
    name, base = f"test_{settings.DATABASES['default']['NAME']}", connection.settings_dict["NAME"]
    template = make_template()
    execute(
        f"DROP DATABASE IF EXISTS {name} WITH (FORCE)",
        f"CREATE DATABASE {name} TEMPLATE {template}",
    )
    connect_to(name)
    try:
        yield
    finally:
        connect_to(base)
        execute(f"DROP DATABASE {name} WITH (FORCE)")


def make_template() -> str:
    """Return the name of a database with the current schema on this server, made if missing."""
    key = hash_schema_sources()
    name = f"midpath_schema_{key}"
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name])
        if cursor.fetchone():
            return name
    draft = f"{name}_draft"
    execute(f"DROP DATABASE IF EXISTS {draft}", f"CREATE DATABASE {draft} TEMPLATE template0")
    fill_template(draft, CACHE / f"schema-{key}.sql.gz")
    execute(f"ALTER DATABASE {draft} RENAME TO {name}")
    return name


def hash_schema_sources() -> str:
    """Hash the server, the installed add-ons, the migrations, and the pinned packages, which have
    migrations too."""
    root = Path(settings.BASE_DIR)
    digest = sha256(str(connection.cursor().connection.server_version).encode())
    digest.update(repr(settings.ADDONS).encode())
    apps = [root / "annotation", *sorted((root / "addons").glob("*/"))]
    sources = [one for app in apps for one in sorted((app / "migrations").glob("*.py"))]
    for source in (*sources, root / "requirements" / "base.txt"):
        digest.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def fill_template(name: str, dump: Path) -> None:
    """Restore the dump into a database; without a dump, migrate and store one.

    Of several processes, one migrates while the others wait for its dump."""
    base = connection.settings_dict["NAME"]
    dump.parent.mkdir(parents=True, exist_ok=True)
    connect_to(name)
    try:
        with dump.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not dump.exists():
                # Directly, even if tests connect through a pool later.
                with override_settings(POOLED=False):
                    call_command("migrate", verbosity=0, interactive=False)
                store_dump(dump)
                return
            dump.touch()
        run_client("psql", *RESTORING, given=gzip.decompress(dump.read_bytes()))
    finally:
        connect_to(base)


def store_dump(dump: Path) -> None:
    draft = dump.with_suffix(".new")
    draft.write_bytes(gzip.compress(run_client("pg_dump", *DUMPING)))
    draft.replace(dump)
    dumps = sorted(dump.parent.glob("schema-*.sql.gz"), key=lambda path: path.stat().st_mtime)
    for older in dumps[:-MAX_DUMPS]:
        older.unlink()


def run_client(program: str, *options: str, given: bytes = b"") -> bytes:
    """Run a PostgreSQL program on the connection's database and return its output."""
    at = connection.settings_dict
    names = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD"}
    where = {variable: str(at[name]) for variable, name in names.items() if at[name]}
    return subprocess.run(
        [find_postgres().folder / program, *options, f"--dbname={at['NAME']}"],
        input=given,
        env={**os.environ, **where},
        stdout=subprocess.PIPE,
        check=True,
    ).stdout


def connect_to(name: str) -> None:
    connection.close()
    connection.settings_dict["NAME"] = name


def execute(*statements: str) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
