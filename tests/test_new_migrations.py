"""New migrations lock no filled table for long, and the version before can live with them."""

from collections.abc import Callable, Iterator
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest
from django.contrib.postgres.operations import (
    AddConstraintNotValid,
    AddIndexConcurrently,
    RemoveIndexConcurrently,
    ValidateConstraint,
)
from django.db import migrations, models
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from pytest_django.plugin import DjangoDbBlocker

SCRIPT = run_path(str(Path(__file__).resolve().parent.parent / "scripts" / "check_migrations.py"))
pytestmark = pytest.mark.skipif(not SCRIPT["SQUAWK"].exists(), reason="this machine has no squawk")
# A table with rows, and one that its rows refer to.
FILLED = [
    migrations.CreateModel("Author", [("id", models.BigAutoField(primary_key=True))]),
    migrations.CreateModel(
        "Text",
        [
            ("id", models.BigAutoField(primary_key=True)),
            ("words", models.IntegerField()),
            ("title", models.TextField(null=True)),
        ],
        options={"indexes": [models.Index(fields=["words"], name="by_words")]},
    ),
]
POSITIVE = models.CheckConstraint(condition=models.Q(words__gt=0), name="some_words")
UNIQUE = models.UniqueConstraint(fields=["title"], name="one_title")
BY_TITLE = models.Index(fields=["title"], name="by_title")


def fill_all(apps: Any, _: object) -> None:
    apps.get_model("annotation", "Text").objects.update(title="")


def fill_some(apps: Any, _: object) -> None:
    apps.get_model("annotation", "Text").objects.filter(pk__lt=1000).update(title="")


def add(field: "models.Field[Any, Any]") -> Operation:
    return migrations.AddField("text", "new", field)


@pytest.fixture
def rules(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[Callable[..., list[str]]]:
    """Yield a function that names the rules broken by a migration, which it only writes as SQL."""

    def broken(*operations: Operation, **attributes: object) -> list[str]:
        state = ProjectState()
        for operation in FILLED:
            operation.state_forwards("annotation", state)
        attributes |= {"operations": list(operations)}
        migration = type("Migration", (migrations.Migration,), attributes)("0099_new", "annotation")
        return [problem.rule for problem in SCRIPT["problems"](migration, state)]

    with django_db_blocker.unblock():
        yield broken


BAD = {
    "require-concurrent-index-creation": migrations.AddIndex("text", BY_TITLE),
    "require-concurrent-index-deletion": migrations.RemoveIndex("text", "by_words"),
    "ban-concurrent-index-creation-in-transaction": migrations.RunSQL(
        "CREATE INDEX CONCURRENTLY by_title ON annotation_text (title)"
    ),
    "constraint-missing-not-valid": migrations.AddConstraint("text", POSITIVE),
    "disallowed-unique-constraint": migrations.AddConstraint("text", UNIQUE),
    "adding-foreign-key-constraint": add(
        models.ForeignKey("annotation.Author", models.CASCADE, null=True, db_index=False)
    ),
    "ban-drop-default": add(models.IntegerField(default=0)),
    "changing-column-type": migrations.AlterField("text", "words", models.BigIntegerField()),
    "adding-not-nullable-field": migrations.AlterField("text", "title", models.TextField()),
    "ban-drop-column": migrations.RemoveField("text", "words"),
    "renaming-column": migrations.RenameField("text", "words", "count"),
    "renaming-table": migrations.RenameModel("Text", "Document"),
    "ban-drop-table": migrations.DeleteModel("Text"),
    "adding-required-field": migrations.RunSQL(
        "ALTER TABLE annotation_text ADD COLUMN new integer NOT NULL"
    ),
    "adding-field-with-default": migrations.RunSQL(
        "ALTER TABLE annotation_text ADD COLUMN new uuid DEFAULT gen_random_uuid()"
    ),
    "rows-in-one-statement": migrations.RunSQL("SELECT 1; UPDATE annotation_text SET title = ''"),
    "rows-in-one-transaction": migrations.RunPython(fill_some),
}
GOOD: dict[str, list[Operation]] = {
    "index": [AddIndexConcurrently("text", BY_TITLE), RemoveIndexConcurrently("text", "by_words")],
    "not valid": [AddConstraintNotValid("text", POSITIVE)],
    "with database default": [add(models.IntegerField(db_default=0))],
    "null": [add(models.IntegerField(null=True))],
    "a function that changes rows": [
        migrations.RunSQL(
            "CREATE FUNCTION one() RETURNS void LANGUAGE plpgsql AS $$\nBEGIN\n"
            "    DELETE FROM annotation_text;\nEND $$;"
        )
    ],
    "some rows": [migrations.RunPython(fill_some)],
    "only Python's state": [
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.RemoveField("text", "words")]
        )
    ],
}


@pytest.mark.parametrize("rule", BAD)
def test_what_locks_a_filled_table_is_refused(rule: str, rules: Callable[..., list[str]]) -> None:
    assert rule in rules(BAD[rule])


@pytest.mark.parametrize("name", GOOD)
def test_what_locks_nothing_for_long_passes(name: str, rules: Callable[..., list[str]]) -> None:
    assert rules(*GOOD[name], atomic=False) == []


def test_a_new_table_locks_nobody_out(rules: Callable[..., list[str]]) -> None:
    create = migrations.CreateModel(
        "Note",
        [
            ("id", models.BigAutoField(primary_key=True)),
            ("text", models.ForeignKey("annotation.Text", models.CASCADE)),
        ],
        options={
            "constraints": [models.UniqueConstraint(fields=["text"], name="one_note")],
            "indexes": [models.Index(fields=["text", "id"], name="by_text")],
        },
    )
    assert rules(create) == []


def test_a_constraint_is_validated_in_a_later_migration(rules: Callable[..., list[str]]) -> None:
    both = [AddConstraintNotValid("text", POSITIVE), ValidateConstraint("text", "some_words")]
    assert rules(*both) == ["constraint-missing-not-valid"]


def test_whole_tables_are_not_changed_in_one_statement(rules: Callable[..., list[str]]) -> None:
    assert rules(migrations.RunPython(fill_all), atomic=False) == ["rows-in-one-statement"]
    inside = migrations.SeparateDatabaseAndState([migrations.RunPython(fill_all)])
    assert rules(inside, atomic=False) == ["rows-in-one-statement"]


def test_only_a_reason_permits_an_exception(rules: Callable[..., list[str]]) -> None:
    drop = migrations.RemoveField("text", "words")
    assert rules(drop, permits={"ban-drop-column": "Nothing reads it since 2.1."}) == []
    assert rules(drop, permits={"ban-drop-column": ""}) == ["ban-drop-column"]


def test_a_problem_says_where_what_why_and_what_to_write(
    rules: Callable[..., list[str]],
) -> None:
    operation = BAD["require-concurrent-index-creation"]
    problem = SCRIPT["Problem"](operation, "a-rule", "It locks.", "something else")
    assert SCRIPT["line"](Path("migrations/0099_new.py"), problem) == (
        "migrations/0099_new.py: AddIndex (Create index by_title on field(s) title of model text): "
        "It locks. [a-rule] Write instead: something else."
    )


def test_only_migrations_before_the_lint_are_exempt() -> None:
    loader = SCRIPT["MigrationLoader"](None)
    last = dict(sorted(loader.disk_migrations))
    assert SCRIPT["EXEMPT"].items() <= {(app, name) for app, name in loader.disk_migrations}
    later = migrations.Migration("9999_later", "annotation")
    loader.disk_migrations["annotation", "9999_later"] = later
    assert later in SCRIPT["new_migrations"](loader)
    assert last["annotation"] >= SCRIPT["EXEMPT"]["annotation"]
