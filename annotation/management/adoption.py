"""Adoption of databases that were migrated with the old chain of migrations.

One or two migrations per app replaced the 122 up to 2026-11. A database at the end of the old chain
has the same catalogue, so only the rows of `django_migrations` change."""

from enum import Enum

from django.core.management.base import CommandError
from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from annotation.addons import installed_addons
from annotation.management.catalogue import Fact, catalogue_of, empty_schema

CORE = "annotation"
FIRST = "0001_initial"
# The core's last migration in the old chain, and the equivalent one in the new chain.
OLD_END = "0122_alignments_move_to_their_addon"
NEW_END = "0002_functions_and_triggers"
OLD_COMMIT = "f0f104be"  # the last commit with the old chain
TABLES = "annotation_"
# The settings limit how long requests wait; adoption waits for other migrations.
SET_NO_LIMITS = "SET LOCAL lock_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0"
OLD_CHAIN = "This database has the old chain of migrations. Run manage.py adopt_migrations first."
UPGRADE_FIRST = f"Upgrade it with commit {OLD_COMMIT} first (docs/operators.md, “Upgrade”)"

Key = tuple[str, str]


class Chain(Enum):
    """The chain of migrations that a database records as applied."""

    CURRENT = "of this version, applied in full, in part or not at all"
    OLD = "the old chain, in full"
    PART_OF_OLD = "a part of the old chain"


class Different(CommandError):
    """The catalogue differs from what the migrations create."""

    def __init__(self, extra: set[Fact], missing: set[Fact]) -> None:
        self.extra, self.missing = extra, missing
        super().__init__("The database differs from what the migrations of this version create.")


def chain_of(database: BaseDatabaseWrapper) -> Chain:
    core = {name for app, name in MigrationRecorder(database).applied_migrations() if app == CORE}
    loader = MigrationLoader(None)
    known = {name for app, name in loader.disk_migrations if app == CORE}
    if core <= known or NEW_END in core:
        return Chain.CURRENT
    return Chain.OLD if OLD_END in core else Chain.PART_OF_OLD


def require_current_chain(database: BaseDatabaseWrapper) -> None:
    """Refuse to migrate a database of the old chain: its first migrations share the names of new
    ones, so Django would try to create tables that already exist."""
    chain = chain_of(database)
    if chain is Chain.OLD:
        raise CommandError(OLD_CHAIN)
    if chain is Chain.PART_OF_OLD:
        raise CommandError(f"{stopped_at(database)} {UPGRADE_FIRST}.")


def stopped_at(database: BaseDatabaseWrapper) -> str:
    applied = MigrationRecorder(database).applied_migrations()
    last = max(name for app, name in applied if app == CORE)
    return f"The last migration of this database is {last}; the old chain ends with {OLD_END}."


def adopt_migrations(database: BaseDatabaseWrapper) -> tuple[int, int]:
    """Replace the rows of the old chain with those of the new one; return the numbers of both.

    Does nothing if the chain is current. The lock keeps out other migrations."""
    with transaction.atomic(using=database.alias):
        if not MigrationRecorder(database).has_table():
            return 0, 0
        with database.cursor() as cursor:
            cursor.execute(SET_NO_LIMITS)
            cursor.execute("LOCK TABLE django_migrations IN SHARE ROW EXCLUSIVE MODE")
        chain = chain_of(database)
        if chain is Chain.CURRENT:
            return 0, 0
        if chain is Chain.PART_OF_OLD:
            raise CommandError(f"{stopped_at(database)} {UPGRADE_FIRST}.")
        targets = targets_for(database)
        found, wanted = facts_of(database), wanted_facts(database, targets)
        if found != wanted:
            raise Different(found - wanted, wanted - found)
        return replace_rows(database, targets)


def targets_for(database: BaseDatabaseWrapper) -> list[Key]:
    """Return the last migration in the new chain of the core and of each add-on in the database."""
    applied = MigrationRecorder(database).applied_migrations()
    addons = [(config.label, FIRST) for config in installed_addons()]
    return [(CORE, NEW_END), *(key for key in addons if key in applied)]


def facts_of(database: BaseDatabaseWrapper) -> set[Fact]:
    """Return Midpath's objects in the current schema. Tables of other apps are migrated as
    before."""
    return {
        fact
        for fact in catalogue_of(database)
        if fact.kind == "function" or fact.table.startswith(TABLES)
    }


def wanted_facts(database: BaseDatabaseWrapper, targets: list[Key]) -> set[Fact]:
    """Return the objects that the migrations create in an empty schema of the same server."""
    with empty_schema(database):
        MigrationExecutor(database).migrate(targets)
        return facts_of(database)


def replace_rows(database: BaseDatabaseWrapper, targets: list[Key]) -> tuple[int, int]:
    recorder = MigrationRecorder(database)
    apps = {app for app, _ in targets}
    old = [key for key in recorder.applied_migrations() if key[0] in apps]
    graph = MigrationLoader(None).graph
    plan = dict.fromkeys(key for target in targets for key in graph.forwards_plan(target))
    new = [key for key in plan if key[0] in apps]
    for key in old:
        if key not in new:
            recorder.record_unapplied(*key)
    for key in new:
        if key not in old:
            recorder.record_applied(*key)
    return len(old), len(new)
