"""Back up a database with digests of its contents, and restore it.

A backup is a dump of PostgreSQL and a manifest, both of one snapshot: the manifest has the SHA-256
of the dump, and for each table its number of rows and a digest of them, so that a restore can be
verified. A digest is the sum of the 64-bit hashes of the rows: it does not depend on their order,
and needs no sorting."""

import hashlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TypedDict

import orjson
from django.conf import settings
from django.core.management.base import CommandError
from django.db import connection, transaction

from annotation.services.health import beat_heart

FORMAT = 1
BACKED_UP = "backup"
PIECE = 2**20
TABLES = """
SELECT relname FROM pg_class
WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND NOT relispartition
ORDER BY relname
"""
SEQUENCES = """
SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1
"""
OTHERS = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
"""
CONTENTS = "SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace"
# Variables of PostgreSQL's programs, by Django's names.
PLACES = {"NAME": "PGDATABASE", "USER": "PGUSER", "PASSWORD": "PGPASSWORD"}
PLACES |= {"HOST": "PGHOST", "PORT": "PGPORT"}
OPTIONS = {"sslmode": "PGSSLMODE", "sslrootcert": "PGSSLROOTCERT", "sslcert": "PGSSLCERT"}
OPTIONS |= {"sslkey": "PGSSLKEY"}


class Table(TypedDict):
    rows: int
    digest: str


class Manifest(TypedDict):
    format: int
    midpath: str
    postgres: str
    made_at: str
    dump: str
    bytes: int
    sha256: str
    tables: dict[str, Table]
    sequences: dict[str, int | None]


def manifest_of(dump: Path) -> Path:
    return dump.with_name(f"{dump.name}.json")


def back_up(dump: Path, programs: Path | None) -> Manifest:
    """Write a dump and its manifest. People may work meanwhile: both describe one snapshot."""
    if dump.exists() or manifest_of(dump).exists():
        raise CommandError(f"{dump} exists already. Choose another name.")
    pg_dump = _found("pg_dump", programs)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        cursor.execute("SELECT pg_export_snapshot()")
        (name,) = cursor.fetchone()
        cursor.execute("SHOW server_version")
        (version,) = cursor.fetchone()
        options = ["--format=custom", "--no-owner", "--no-privileges", f"--snapshot={name}"]
        with _private(dump) as draft:
            _run(pg_dump, *options, f"--file={draft}")
            manifest = Manifest(
                format=FORMAT,
                midpath=settings.MIDPATH_VERSION,
                postgres=version,
                made_at=datetime.now(UTC).isoformat(timespec="seconds"),
                dump=dump.name,
                bytes=draft.stat().st_size,
                sha256=sha256_of(draft),
                tables=dict(digests()),
                sequences=sequences(),
            )
    manifest_of(dump).write_bytes(orjson.dumps(manifest, option=orjson.OPT_INDENT_2))
    beat_heart(BACKED_UP)
    return manifest


def restore(dump: Path, programs: Path | None) -> Manifest:
    """Restore a dump into an empty database that nothing else uses, and verify its contents."""
    manifest, pg_restore = read_manifest(dump), _found("pg_restore", programs)
    _require_unused()
    connection.close()
    options = ["--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error"]
    name = connection.settings_dict["NAME"]
    _run(pg_restore, *options, f"--dbname={name}", str(dump))
    differing = list(differences(manifest))
    if differing:
        raise CommandError(
            f"The restored database differs from the backup: {', '.join(differing[:20])}. Do not "
            "use it. Create it again and restore another backup."
        )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return manifest


def read_manifest(dump: Path) -> Manifest:
    """Return the manifest of a dump, or refuse a dump that is incomplete or was changed."""
    try:
        manifest: Manifest = orjson.loads(manifest_of(dump).read_bytes())
    except FileNotFoundError as error:
        raise CommandError(f"There is no {manifest_of(dump)}, which backup writes.") from error
    except orjson.JSONDecodeError as error:
        raise CommandError(f"{manifest_of(dump)} is damaged: {error}.") from error
    if manifest["format"] != FORMAT:
        raise CommandError(f"{manifest_of(dump)} was written by another version of Midpath.")
    if not dump.exists():
        raise CommandError(f"There is no {dump}.")
    if sha256_of(dump) != manifest["sha256"]:
        raise CommandError(f"{dump} is damaged: its SHA-256 is not that of {manifest_of(dump)}.")
    return manifest


def differences(manifest: Manifest) -> Iterator[str]:
    """Yield what in the database differs from a manifest."""
    found = dict(digests())
    for name in sorted(found.keys() | manifest["tables"].keys()):
        if found.get(name) != manifest["tables"].get(name):
            yield name
    if sequences() != manifest["sequences"]:
        yield "the sequences"


def digests() -> Iterator[tuple[str, Table]]:
    """Yield each table with its number of rows and their digest."""
    with connection.cursor() as cursor:
        cursor.execute(TABLES)
        for (name,) in cursor.fetchall():
            quoted = connection.ops.quote_name(name)
            cursor.execute(
                f"SELECT count(*), coalesce(sum(hashtextextended(row::text, 0)::numeric), 0)::text "  # noqa: S608
                f"FROM {quoted} AS row"
            )
            rows, digest = cursor.fetchone()
            yield name, Table(rows=rows, digest=digest)


def sequences() -> dict[str, int | None]:
    with connection.cursor() as cursor:
        cursor.execute(SEQUENCES)
        return dict(cursor.fetchall())


def sha256_of(file: Path) -> str:
    digest = hashlib.sha256()
    with file.open("rb") as read:
        while piece := read.read(PIECE):
            digest.update(piece)
    return digest.hexdigest()


def _require_unused() -> None:
    with connection.cursor() as cursor:
        cursor.execute(CONTENTS)
        if cursor.fetchone()[0]:
            raise CommandError(
                "The database is not empty. Create an empty one (createdb), and name it in "
                "DATABASE_URL. A restore never overwrites anything."
            )
        cursor.execute(OTHERS)
        if cursor.fetchone()[0]:
            raise CommandError(
                "The database is in use. Stop the web servers, Celery workers and beat first."
            )


@contextmanager
def _private(dump: Path) -> Iterator[Path]:
    """Yield a draft that only this account may read, and name it as the dump at the end."""
    draft = dump.with_name(f".{dump.name}.draft")
    try:
        os.close(os.open(draft, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600))
    except OSError as error:
        raise CommandError(f"{draft} cannot be written: {error.strerror}.") from error
    try:
        yield draft
        draft.rename(dump)
    finally:
        draft.unlink(missing_ok=True)


def _found(program: str, programs: Path | None) -> str:
    found = shutil.which(program, path=None if programs is None else str(programs))
    if found is None:
        raise CommandError(
            f"{program} was not found. Install PostgreSQL's client programs (on Debian: apt-get "
            "install postgresql-client), or name their folder with --programs."
        )
    return found


def _run(program: str, *options: str) -> None:
    done = subprocess.run(
        [program, *options], env=_environment(), capture_output=True, text=True, check=False
    )
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or [f"exit status {done.returncode}"])[0]
        raise CommandError(f"{Path(program).name} failed: {reason}")


def _environment() -> dict[str, str]:
    """Return the environment for PostgreSQL's programs. Passwords are no arguments, which other
    accounts of the machine could read."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    place = connection.settings_dict
    own |= {variable: str(place[name]) for name, variable in PLACES.items() if place[name]}
    given = place["OPTIONS"]
    return own | {variable: given[name] for name, variable in OPTIONS.items() if name in given}
