"""`manage.py adopt_migrations` replaces the bookkeeping of a database that is otherwise equal."""

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from annotation.addons import installed_addons
from annotation.management import adoption
from annotation.management.adoption import CORE, FIRST, facts_of, targets_for, wanted_facts
from tests.commands.running import refusal_of, run

pytestmark = pytest.mark.django_db
OLD_END = "9999_end_of_the_old_chain"
BEFORE_END = "9998_before_the_end"

Rows = set[tuple[str, str]]


def rows() -> Rows:
    return set(MigrationRecorder(connection).applied_migrations())


def execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.fixture
def new_rows(monkeypatch: pytest.MonkeyPatch) -> Rows:
    """Give the database the bookkeeping of another chain, which created the same. Return its rows
    of before."""
    current, facts = rows(), facts_of(connection)
    last = max(name for app, name in current if app == CORE)
    monkeypatch.setattr(adoption, "OLD_END", OLD_END)
    monkeypatch.setattr(adoption, "NEW_END", last)
    monkeypatch.setattr(adoption, "wanted_facts", lambda database, targets: facts)
    MigrationRecorder(connection).record_unapplied(CORE, last)
    for name in (BEFORE_END, OLD_END):
        MigrationRecorder(connection).record_applied(CORE, name)
    # Later migrations of add-ons are left to `manage.py migrate`.
    addons = {config.label for config in installed_addons()}
    return {(app, name) for app, name in current if app not in addons or name == FIRST}


def test_equal_databases_get_the_new_bookkeeping_once(new_rows: Rows) -> None:
    assert "The catalogue is equal: SHA-256" in run("adopt_migrations")
    assert rows() == new_rows
    assert run("adopt_migrations").startswith("Nothing to adopt")
    assert rows() == new_rows


def test_what_differs_is_named_and_nothing_changes(new_rows: Rows) -> None:
    execute("DROP TRIGGER the_ledger_is_append_only ON annotation_ledgerentry")
    execute("ALTER TABLE annotation_project ADD COLUMN motto text")
    before = rows()
    refusal = refusal_of("adopt_migrations")
    assert "Only in this database:\n  column annotation_project.motto: text\n" in refusal
    assert "Missing in this database:\n  trigger annotation_ledgerentry.the_ledger" in refusal
    assert adoption.OLD_COMMIT in refusal
    assert rows() == before != new_rows


def test_the_middle_of_the_old_chain_is_refused(new_rows: Rows) -> None:
    MigrationRecorder(connection).record_unapplied(CORE, OLD_END)
    before = rows()
    for command in ("adopt_migrations", "migrate"):
        refusal = refusal_of(command)
        assert f"The last migration of this database is {BEFORE_END}" in refusal
        assert adoption.OLD_COMMIT in refusal
    assert rows() == before


def test_nothing_is_migrated_before_adoption(new_rows: Rows) -> None:
    assert "Run manage.py adopt_migrations first." in refusal_of("migrate")


def test_the_right_that_it_needs_is_named(new_rows: Rows, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adoption, "wanted_facts", wanted_facts)
    execute("CREATE ROLE visitor; GRANT ALL ON django_migrations TO visitor")
    execute("SET LOCAL ROLE visitor")
    assert "GRANT CREATE ON DATABASE" in refusal_of("adopt_migrations")


@pytest.mark.long
def test_migrations_run_in_a_schema_that_disappears() -> None:
    before = facts_of(connection), rows()
    wanted = wanted_facts(connection, targets_for(connection))
    assert wanted == before[0]
    assert all("afresh" not in fact.definition for fact in wanted)
    assert (facts_of(connection), rows()) == before
