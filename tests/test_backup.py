"""A backup has digests of what it contains; a restore refuses a database that is in use or not
empty, and verifies it. Workers continue on the restored server, also at a point in time."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
import psycopg2
import pytest
from django.conf import settings
from django.core.management import CommandError
from django.db import connection

from annotation.management import backups
from annotation.management.backups import differences, manifest_of, read_manifest
from annotation.models import Assignment, Campaign, Enrolment
from annotation.services.work.claim import claim_hit
from bench.site.client import WorkerClient
from embedded.account import choose_account, own
from embedded.binaries import find_postgres
from embedded.postgres import NAME, Postgres
from tasks.fold import fold_all
from tests.faults.processes import Stack, free_web_port, wait_for
from tests.faults.processes import test_database_url as address_of_tests
from tests.helpers.factories import (
    answer_for,
    enrol,
    judge_all_at_random,
    make_campaign,
    make_dataset,
)

ROOT = Path(settings.BASE_DIR)
JUDGMENTS = "SELECT count(*) FROM annotation_judgment"
PROGRAMS = find_postgres().folder
of_client_programs = pytest.mark.skipif(
    not all((PROGRAMS / name).exists() for name in ("pg_dump", "pg_restore", "pg_basebackup")),
    reason=f"{PROGRAMS} has no pg_dump, pg_restore and pg_basebackup",
)


def manage(url: str, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": url, "MIDPATH_DEBUG": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def written(folder: Path, **changed: object) -> Path:
    """Write a dump that is none, with a manifest of the test database."""
    dump = folder / "midpath.dump"
    dump.write_bytes(b"PGDMP")
    manifest = {
        "format": 1,
        "made_at": "2026-01-31T00:00:00+00:00",
        "sha256": backups.sha256_of(dump),
        "tables": dict(backups.digests()),
        "sequences": backups.sequences(),
    }
    manifest_of(dump).write_bytes(orjson.dumps(manifest | changed))
    return dump


@pytest.mark.django_db
def test_a_changed_row_has_another_digest(tmp_path: Path) -> None:
    campaign = make_campaign(make_dataset(2))
    manifest = read_manifest(written(tmp_path))
    assert list(differences(manifest)) == []
    Campaign.objects.filter(pk=campaign.pk).update(name="other")
    assert list(differences(manifest)) == ["annotation_campaign"]
    Campaign.objects.filter(pk=campaign.pk).update(name=campaign.name)
    assert list(differences(manifest)) == []


@pytest.mark.django_db
def test_a_damaged_or_incomplete_backup_is_refused(tmp_path: Path) -> None:
    dump = written(tmp_path)
    dump.write_bytes(b"PGDMQ")
    with pytest.raises(CommandError, match="is damaged: its SHA-256"):
        backups.restore(dump, PROGRAMS)
    with pytest.raises(CommandError, match="was written by another version"):
        backups.restore(written(tmp_path, format=2), PROGRAMS)
    manifest_of(dump).write_text("{")
    with pytest.raises(CommandError, match="is damaged: "):
        backups.restore(dump, PROGRAMS)
    manifest_of(dump).unlink()
    with pytest.raises(CommandError, match=r"There is no .*\.json, which backup writes"):
        backups.restore(dump, PROGRAMS)


@pytest.mark.django_db
def test_a_database_that_is_not_empty_or_in_use_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dump = written(tmp_path)
    with pytest.raises(CommandError, match="The database is not empty"):
        backups.restore(dump, PROGRAMS)
    monkeypatch.setattr(backups, "CONTENTS", "SELECT 0")
    other = psycopg2.connect(address_of_tests())
    with pytest.raises(CommandError, match="The database is in use"):
        backups.restore(dump, PROGRAMS)
    other.close()


@pytest.mark.django_db
def test_a_backup_overwrites_nothing_and_needs_its_programs(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="exists already"):
        backups.back_up(written(tmp_path), PROGRAMS)
    with pytest.raises(CommandError, match=r"pg_dump was not found\. Install"):
        backups.back_up(tmp_path / "new.dump", tmp_path)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["midpath.dump", "midpath.dump.json"]


@dataclass
class Server:
    """A PostgreSQL of its own."""

    postgres: Postgres

    @property
    def url(self) -> str:
        return self.postgres.url

    def value(self, statement: str) -> object:
        reading = psycopg2.connect(self.url)
        reading.autocommit = True
        with reading.cursor() as cursor:
            cursor.execute(statement)
            row = cursor.fetchone() if cursor.description else None
        reading.close()
        return row[0] if row else None

    def restart(self) -> None:
        self.postgres.stop()
        self.postgres.start()


def make_server(folder: Path, data: Path | None = None) -> Server:
    """Start a server with new data, or with a copy of these."""
    folder.mkdir()
    account = choose_account(folder)
    if data is not None:
        shutil.copytree(data, folder / "postgres")
        (folder / "postgres").chmod(0o700)
        for file in (folder / "postgres").rglob("*"):
            own(file, account)
        own(folder / "postgres", account)
    own(folder, account)
    postgres = Postgres(folder, folder, folder / "log", account)
    postgres.start()
    return Server(postgres)


@pytest.fixture
def folder() -> Iterator[Path]:
    # Not in pytest's folder: another run of pytest closes that to other accounts.
    with tempfile.TemporaryDirectory(prefix="backup-") as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.fixture
def servers() -> Iterator[list[Server]]:
    made: list[Server] = []
    yield made
    for server in made:
        server.postgres.stop()


def archive_log(server: Server, archive: Path) -> None:
    archive.mkdir()
    own(archive, choose_account(server.postgres.home))
    for name, setting in (
        ("archive_mode", "on"),
        ("archive_command", f"test ! -f {archive}/%f && cp %p {archive}/%f"),
    ):
        server.value(f"ALTER SYSTEM SET {name} = '{setting}'")
    server.restart()


def copy_server(server: Server, base: Path) -> None:
    copy = [str(PROGRAMS / "pg_basebackup"), "--checkpoint=fast", f"--pgdata={base}"]
    copy += ["--host", str(server.postgres.sockets), "--username", NAME]
    subprocess.run(copy, check=True, capture_output=True)


def recover_at(base: Path, archive: Path, at: object) -> None:
    """Let a server that starts with this copy replay the archived log until a point in time."""
    with (base / "postgresql.auto.conf").open("a") as conf:
        conf.write(
            f"archive_mode = 'off'\nrestore_command = 'cp {archive}/%f %p'\n"
            f"recovery_target_time = '{at}'\nrecovery_target_action = 'promote'\n"
        )
    (base / "recovery.signal").touch()


def submit_at(
    server: Server, folder: Path, worker: Enrolment, draft: Assignment
) -> tuple[int, Any]:
    """Submit the answer to an open assignment through a web server on this database."""
    port = free_web_port()
    stack = Stack(folder, settings.REDIS_URL, {"DATABASE_URL": server.url})
    stack.start_web(port)
    client = WorkerClient(port, worker)
    try:
        return client.submit(draft.pk, answer_for(draft))
    finally:
        client.close()
        stack.stop()


@pytest.mark.long
@pytest.mark.slow
@of_client_programs
@pytest.mark.django_db(transaction=True)
def test_a_worker_continues_after_a_restore_and_at_a_point_in_time(
    folder: Path, servers: list[Server]
) -> None:
    campaign = make_campaign(make_dataset(8), redundancy=4)
    judge_all_at_random(campaign, workers=2, seed=5)
    fold_all(campaign.pk)
    worker = enrol(campaign)
    draft = claim_hit(enrolment_id=worker.pk)
    connection.close()
    dump = folder / "midpath.dump"
    done = manage(address_of_tests(), "backup", str(dump), "--programs", str(PROGRAMS))
    assert done.returncode == 0, done.stderr
    assert f"SHA-256 {backups.sha256_of(dump)}" in done.stdout
    assert dump.stat().st_mode & 0o077 == 0

    first = make_server(folder / "first")
    servers.append(first)
    done = manage(first.url, "restore", str(dump), "--programs", str(PROGRAMS))
    assert done.returncode == 0, done.stderr
    assert "digests are equal" in done.stdout
    assert "equal" in manage(first.url, "reconcile").stdout
    again = manage(first.url, "restore", str(dump), "--programs", str(PROGRAMS))
    assert "The database is not empty" in again.stderr

    archive, base = folder / "archive", folder / "base"
    archive_log(first, archive)
    copy_server(first, base)
    status, receipt = submit_at(first, folder, worker, draft)
    assert status in {200, 201}, receipt
    assert first.value(JUDGMENTS) == 17
    right = first.value("SELECT clock_timestamp()::text")
    first.value("TRUNCATE annotation_judgment CASCADE")
    assert first.value(JUDGMENTS) == 0
    first.value("SELECT pg_switch_wal()")
    first.postgres.stop()

    recover_at(base, archive, right)
    second = make_server(folder / "second", base)
    servers.append(second)
    wait_for(
        lambda: second.value("SELECT pg_is_in_recovery()") is False, seconds=60, what="recovery"
    )
    assert second.value(JUDGMENTS) == 17
    assert second.value(f"{JUDGMENTS} WHERE assignment_id = {draft.pk}") == 1
    assert "equal" in manage(second.url, "reconcile").stdout
