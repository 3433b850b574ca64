"""A dump restored as docs/operators.md says: on an empty machine, over a database that has changed
since, and refused during work. The lines of the manual themselves run, with a fake container: a
replacement for docker-compose runs the program here."""

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psycopg2
import pytest
from django.conf import settings
from django.db import connection

from embedded.account import choose_account, own
from embedded.binaries import find_postgres
from embedded.postgres import NAME, Postgres
from tasks.fold import fold_all
from tasks.reconcile import reconcile_campaign
from tests.faults.processes import test_database_url as address_of_tests
from tests.faults.processes import wait_for
from tests.helpers.factories import judge_all_at_random, make_campaign, make_dataset

ROOT = Path(settings.BASE_DIR)
MANUAL = ROOT / "docs" / "operators.md"
CONTAINER = """#!/bin/sh
[ "$1 $2" = "exec -T" ] || exit 64
shift 2
[ "$1" = db ] || exit 65
program=$2
shift 2
exec "$PROGRAMS/$program" "$@"
"""
DIGESTS = {
    "r": "SELECT '{table}', count(*), md5(string_agg(row::text, chr(10) ORDER BY row::text))"
    " FROM {table} AS row",
    "S": "SELECT '{table}', last_value, is_called FROM {table}",
}
TABLES = "SELECT relname FROM pg_class WHERE relkind = %s AND relnamespace = 'public'::regnamespace"
CONSTRAINTS = """
SELECT conname, pg_get_constraintdef(oid), 0 FROM pg_constraint
WHERE connamespace = 'public'::regnamespace
UNION ALL SELECT indexname, indexdef, 0 FROM pg_indexes WHERE schemaname = 'public'
"""

Digest = set[tuple[str, object, object]]


def documented(program: str) -> str:
    lines = MANUAL.read_text().splitlines()
    found = [one for one in lines if one.startswith("docker-compose") and f" db {program} " in one]
    assert len(found) == 1, f"{program} stands in {len(found)} lines of {MANUAL.name}"
    return found[0]


@dataclass(frozen=True)
class Machine:
    server: Postgres
    folder: Path
    programs: Path

    def run(self, line: str) -> str:
        """Run a line as an operator types it; return the error output, empty on success."""
        environment = {name: value for name, value in os.environ.items() if name[:2] != "PG"}
        environment |= {
            "PATH": f"{self.folder}:{os.environ['PATH']}",
            "PROGRAMS": str(self.programs),
            "PGHOST": str(self.server.sockets),
            "PGPORT": "5432",
        }
        done = subprocess.run(
            ["/bin/sh", "-c", line],
            cwd=self.folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.stderr or ("" if done.returncode == 0 else f"exit {done.returncode}")

    def manage(self, *command: str) -> str:
        done = subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT,
            env={**os.environ, "DATABASE_URL": self.server.url, "MIDPATH_DEBUG": "1"},
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout

    def connect(self) -> "psycopg2.extensions.connection":
        return psycopg2.connect(self.server.url)

    def execute(self, statements: str) -> None:
        with self.connect() as changing, changing.cursor() as cursor:
            cursor.execute(statements)
        changing.close()

    def digest(self) -> Digest:
        """Return rows and their contents, tables and sequences, constraints and indexes."""
        with self.connect() as reading, reading.cursor() as cursor:
            found: Digest = set()
            for kind, digest in DIGESTS.items():
                cursor.execute(TABLES, (kind,))
                for (table,) in cursor.fetchall():
                    cursor.execute(digest.format(table=table))
                    found.update(cursor.fetchall())
            cursor.execute(CONSTRAINTS)
            found.update(cursor.fetchall())
        reading.close()
        return found


@pytest.fixture(scope="module")
def programs() -> Path:
    """Return the folder of PostgreSQL programs of the database's version, or of a later one."""
    folder = find_postgres().folder
    if not all((folder / name).exists() for name in ("pg_dump", "pg_restore", "dropdb")):
        pytest.skip(f"{folder} holds no pg_dump, pg_restore and dropdb")
    return folder


@pytest.fixture
def machines(tmp_path: Path, programs: Path) -> Iterator[list[Machine]]:
    """Make two machines with an empty database each, and one container tool."""
    for reachable in (tmp_path, *tmp_path.parents[:3]):
        reachable.chmod(0o755)
    made: list[Machine] = []
    try:
        for name in ("one", "other"):
            home = tmp_path / name
            home.mkdir()
            account = choose_account(home)
            own(home, account)
            server = Postgres(home, home, home / "log", account, durable=False)
            server.start()
            made.append(Machine(server, tmp_path, programs))
        tool = tmp_path / "docker-compose"
        tool.write_text(CONTAINER)
        tool.chmod(0o755)
        yield made
    finally:
        for machine in made:
            machine.server.stop()


@pytest.fixture
def study(machines: list[Machine], db: None) -> Machine:
    """Make two campaigns with figures on the first machine, and a dump of it."""
    one = machines[0]
    dataset = make_dataset(8)
    for scheme in ("flat", "nested"):
        campaign = make_campaign(dataset, scheme=scheme, redundancy=4)
        judge_all_at_random(campaign, workers=3, seed=5)
        fold_all(campaign.pk)
        reconcile_campaign(campaign.pk)
    connection.close()
    copy = f"'{one.programs}/pg_dump' --no-owner --format custom '{address_of_tests()}'"
    trouble = one.run(f"{copy} | '{one.programs}/pg_restore' --username {NAME} --dbname {NAME}")
    assert trouble == ""
    assert one.run(documented("pg_dump")) == ""
    return one


WENT_ON = """
DELETE FROM annotation_figurepoint;
UPDATE annotation_agreementstate SET state = '{}', version = version + 1;
UPDATE annotation_worker SET return_code = 'x';
INSERT INTO annotation_auditevent (verb, details) VALUES ('campaign.paused', '{}');
DROP INDEX one_open_assignment_per_worker_and_campaign;
"""


@pytest.mark.fault(20)
@pytest.mark.attack(49)
@pytest.mark.long
@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_what_was_dumped_is_there_again(study: Machine, machines: list[Machine]) -> None:
    before = study.digest()
    study.execute(WENT_ON)
    assert study.digest() != before
    assert study.run(documented("pg_restore")) == ""
    assert study.digest() == before
    empty = machines[1]
    assert empty.run(documented("pg_restore")) == ""
    assert empty.digest() == before
    assert "No migrations to apply" in empty.manage("migrate")
    assert empty.digest() == before
    assert "equal" in empty.manage("reconcile")


@pytest.mark.fault(20)
@pytest.mark.attack(49)
@pytest.mark.long
@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_during_work_all_is_restored_or_nothing(study: Machine) -> None:
    """Another session has changed a table that the restore must lock, and requests what the restore
    has locked: one of the two must stop."""
    dumped = study.digest()
    study.execute(WENT_ON)
    before = study.digest()
    at_work = study.connect()
    with ThreadPoolExecutor(1) as pool, at_work.cursor() as cursor:
        cursor.execute("UPDATE annotation_hit SET reopened = 1")
        restore = pool.submit(study.run, documented("pg_restore"))
        wait_for(lambda: is_waiting(study) or restore.done(), seconds=60, what="the restore")
        assert not restore.done()
        with suppress(psycopg2.errors.DeadlockDetected):
            cursor.execute("UPDATE annotation_judgment SET late = late")
        at_work.rollback()
        trouble = restore.result(timeout=60)
    at_work.close()
    assert study.digest() == (before if trouble else dumped)
    assert "deadlock detected" in trouble or trouble == ""


def is_waiting(machine: Machine) -> bool:
    with machine.connect() as looking, looking.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
        (waiting,) = cursor.fetchone() or (0,)
    looking.close()
    return bool(waiting)


@pytest.mark.fault(20)
@pytest.mark.long
@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_an_older_dump_goes_into_a_database_made_again(study: Machine) -> None:
    study.execute("CREATE ROLE postgres SUPERUSER LOGIN")  # as in the container
    before = study.digest()
    study.execute("CREATE TABLE annotation_later (hit_id bigint REFERENCES annotation_hit(id))")
    newer = study.digest()
    assert "other objects depend on it" in study.run(documented("pg_restore"))
    assert study.digest() == newer
    for program in ("dropdb", "createdb", "pg_restore"):
        assert study.run(documented(program)) == ""
    assert study.digest() == before


def test_the_manual_stops_all_that_writes_before_and_restores_all_or_nothing() -> None:
    lines = MANUAL.read_text().splitlines()
    restore = documented("pg_restore")
    stop = lines.index("docker-compose stop web worker beat")
    after = lines[lines.index(restore) + 1 :][:3]
    assert lines[stop + 1] == restore
    assert {"--single-transaction", "--exit-on-error", "--clean", "--if-exists"} <= set(
        restore.split()
    )
    commands = [line.split("#")[0].split()[-1] for line in after]
    assert commands == ["migrate", "reconcile", "--detach"]
