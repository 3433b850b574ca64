"""Refuse migrations that lock filled tables for long, or that a running server cannot live with.

squawk reads the SQL of each migration; Django's operations show what SQL does not. `make lint` runs
this with a database of its own, because Django writes some SQL only with a connection.
"""

import ast
import inspect
import json
import os
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import django
from django.apps import apps
from django.db import connection
from django.db.migrations import Migration, RunPython, RunSQL
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

ROOT = Path(__file__).resolve().parent.parent
SQUAWK = Path(sys.executable).parent / "squawk"
# The last migration of each app that was written for upgrades while everything is stopped. The
# first ones create empty tables; the later ones are released and never change.
EXEMPT = {
    "alignment": "0001_initial",
    "annotation": "0012_leases",
    "comparisons": "0001_initial",
    "model_annotators": "0001_initial",
    "prolific": "0001_initial",
    "sampling": "0001_initial",
    "typology": "0002_resamples",
    "webhooks": "0001_initial",
}
LATER = "Stop using it in one release, with SeparateDatabaseAndState, and drop it in a later one"
NOT_VALID = "AddConstraintNotValid, and ValidateConstraint in a later migration"
# What squawk may find, and what to write instead. Its other rules are matters of taste here.
INSTEAD = {
    "adding-field-with-default": "a constant db_default, then fill the rows in parts",
    "adding-foreign-key-constraint": "db_constraint=False; then RunSQL with FOREIGN KEY … NOT "
    "VALID, and VALIDATE CONSTRAINT in a later migration",
    "adding-not-nullable-field": "a constraint: AddConstraintNotValid with isnull=False, and "
    "ValidateConstraint in a later migration",
    "adding-required-field": "null=True or a db_default",
    "ban-concurrent-index-creation-in-transaction": "atomic = False in this migration",
    "ban-drop-column": LATER,
    "ban-drop-default": "a db_default: the version that still runs does not know the column",
    "ban-drop-table": LATER,
    "ban-truncate-cascade": "a deletion of rows in parts",
    "changing-column-type": "a new column, filled in parts; drop the old one in a later release",
    "constraint-missing-not-valid": NOT_VALID,
    "disallowed-unique-constraint": "RunSQL with CREATE UNIQUE INDEX CONCURRENTLY, then ADD "
    "CONSTRAINT … UNIQUE USING INDEX; and atomic = False",
    "renaming-column": "only a new name in Python, with db_column",
    "renaming-table": "only a new name in Python, with db_table",
    "require-concurrent-index-creation": "AddIndexConcurrently, and atomic = False",
    "require-concurrent-index-deletion": "RemoveIndexConcurrently, and atomic = False",
    "require-concurrent-reindex": "REINDEX … CONCURRENTLY, and atomic = False",
    "syntax-error": "SQL that PostgreSQL can read",
}
IN_PARTS = (
    "RunPython with atomic = False that changes some rows at a time, each part in a transaction"
)
QUOTED_BODY = re.compile(r"\$(\w*)\$.*?\$\1\$", re.DOTALL)
CHANGES_ROWS = re.compile(
    r"^\s*(?:WITH\b.*?\b)?(UPDATE|DELETE|INSERT)\b", re.IGNORECASE | re.DOTALL
)


class Problem(NamedTuple):
    operation: Operation
    rule: str
    why: str
    instead: str


def main() -> int:
    if not SQUAWK.exists():
        sys.stdout.write("Migrations were not checked: this machine has no squawk.\n")
        return 0
    loader = MigrationLoader(None)
    found = 0
    for migration in new_migrations(loader):
        key = migration.app_label, migration.name
        path = Path(inspect.getfile(type(migration))).relative_to(ROOT)
        for problem in problems(migration, loader.project_state(key, at_end=False)):
            sys.stderr.write(f"{line(path, problem)}\n")
            found += 1
    if not found:
        sys.stdout.write("New migrations lock nothing for long.\n")
    return min(found, 1)


def line(path: Path, problem: Problem) -> str:
    operation = f"{type(problem.operation).__name__} ({problem.operation.describe()})"
    return f"{path}: {operation}: {problem.why} [{problem.rule}] Write instead: {problem.instead}."


def new_migrations(loader: MigrationLoader) -> list[Migration]:
    """Return the migrations of Midpath after the exempt ones, in the order of their names."""
    own = {
        app.label
        for app in apps.get_app_configs()
        if Path(app.path).parent in {ROOT, ROOT / "addons"}
    }
    return [
        migration
        for (app, name), migration in sorted(loader.disk_migrations.items())
        if app in own and name > EXEMPT.get(app, "")
    ]


def problems(migration: Migration, state: ProjectState) -> list[Problem]:
    """Return what is wrong with a migration that follows a state, except for what it permits.

    A migration may name rules that it breaks, with reasons: permits = {"ban-drop-column": "why"}.
    """
    permits = getattr(migration, "permits", {})
    found = [*problems_of_rows(migration), *problems_of_sql(migration, state)]
    return [problem for problem in found if not permits.get(problem.rule)]


def problems_of_rows(migration: Migration) -> Iterator[Problem]:
    for operation in nested(migration.operations):
        if isinstance(operation, RunPython):
            if migration.atomic is not False:
                why = "One transaction around all rows locks them until its end."
                yield Problem(operation, "rows-in-one-transaction", why, IN_PARTS)
            if changes_whole_table(operation):
                why = "One statement that changes a whole table locks all its rows."
                yield Problem(operation, "rows-in-one-statement", why, IN_PARTS)
        if isinstance(operation, RunSQL) and any(map(CHANGES_ROWS.match, statements(operation))):
            why = "One statement that changes many rows locks them until its end."
            yield Problem(operation, "rows-in-one-statement", why, IN_PARTS)


def nested(operations: Sequence[Operation]) -> Iterator[Operation]:
    """Yield operations and those inside SeparateDatabaseAndState."""
    for operation in operations:
        yield operation
        yield from nested(getattr(operation, "database_operations", []))


def statements(operation: RunSQL) -> list[str]:
    """Return the statements that run at once, without the bodies of functions."""
    sql = [operation.sql] if isinstance(operation.sql, str) else operation.sql
    texts = [one if isinstance(one, str) else one[0] for one in sql]
    return [part for text in texts for part in QUOTED_BODY.sub("", text).split(";")]


def changes_whole_table(operation: RunPython) -> bool:
    """Return whether the code calls update() or delete() on rows that no filter() narrows."""
    source = textwrap.dedent(inspect.getsource(operation.code))
    chains = (
        ast.unparse(call.func) for call in ast.walk(ast.parse(source)) if isinstance(call, ast.Call)
    )
    return any(
        re.search(r"\bobjects\b.*\.(update|delete)$", chain, re.DOTALL)
        and not re.search(r"\.(filter|exclude)\(", chain)
        for chain in chains
    )


def problems_of_sql(migration: Migration, state: ProjectState) -> Iterator[Problem]:
    script, operations = written(migration, state)
    command = [str(SQUAWK), "--reporter", "json", "--pg-version", "14", "--stdin-filepath", "sql"]
    run = subprocess.run(command, input=script, capture_output=True, text=True, check=False)
    for finding in json.loads(run.stdout):
        if instead := INSTEAD.get(finding["rule_name"]):
            operation = operations[finding["line"]]
            yield Problem(operation, finding["rule_name"], finding["message"], instead)


def written(migration: Migration, state: ProjectState) -> tuple[str, list[Operation]]:
    """Return the SQL of a migration, and the operation of each of its lines.

    Code is not run, so a migration after RunPython must not depend on what it did.
    """
    lines = [] if migration.atomic is False else ["BEGIN;"]
    operations = [migration.operations[0]] * len(lines)
    for operation in migration.operations:
        before = state.clone()
        operation.state_forwards(migration.app_label, state)
        if any(isinstance(one, RunPython) for one in nested([operation])):
            continue
        # Without a transaction, so that operations outside of one write their SQL, too.
        with connection.schema_editor(collect_sql=True, atomic=False) as editor:
            operation.database_forwards(migration.app_label, editor, before, state)
        added = [part for sql in editor.collected_sql for part in str(sql).splitlines()]
        lines += added
        operations += [operation] * len(added)
    ends = [] if migration.atomic is False else ["COMMIT;"]
    return "\n".join(lines + ends), operations + [migration.operations[-1]] * 2


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    sys.exit(main())
