"""The database matches the models, whichever way it was migrated."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.migration import Migration
from django.db.migrations.state import ProjectState, StateApps
from pytest_django import DjangoDbBlocker

from annotation.management.catalogue import Fact
from tests.helpers.addons import our_models
from tests.helpers.catalogue import found_catalogue, wanted_catalogue
from tests.helpers.rows import fill

STEPS = "steps"
OURS = {model._meta.app_label for model in our_models()}


@pytest.fixture
def steps(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[BaseDatabaseWrapper]:
    """Return an empty database in addition to the tests' own."""
    with django_db_blocker.unblock():
        yield from _made_and_dropped()


def _made_and_dropped() -> Iterator[BaseDatabaseWrapper]:
    with connection.cursor() as cursor:
        cursor.execute(f"DROP DATABASE IF EXISTS {STEPS}")
        cursor.execute(f"CREATE DATABASE {STEPS} TEMPLATE template0")
    connections.databases[STEPS] = {**connection.settings_dict, "NAME": STEPS}
    try:
        yield connections[STEPS]
    finally:
        connections[STEPS].close()
        del connections[STEPS]
        del connections.databases[STEPS]
        with connection.cursor() as cursor:
            cursor.execute(f"DROP DATABASE {STEPS}")


class Filling(MigrationExecutor):
    """Adds a row to every table as soon as a migration has created it."""

    def apply_migration(
        self, state: ProjectState, migration: Migration, *args: Any, **options: Any
    ) -> ProjectState:
        state = super().apply_migration(state, migration, *args, **options)
        if migration.app_label in OURS:
            fill(state.apps, STEPS)
        return state


def migrate(executor: MigrationExecutor, *targets: tuple[str, str]) -> StateApps:
    wanted = list(targets or executor.loader.graph.leaf_nodes())
    executor.migrate(wanted)
    return executor.loader.project_state(wanted).apps


@pytest.mark.attack(50)
@pytest.mark.django_db
def test_the_migrations_make_what_the_models_promise() -> None:
    assert_equal(found_catalogue(connection), wanted_catalogue())


@pytest.mark.attack(50)
@pytest.mark.long
def test_migrating_step_by_step_with_rows_makes_the_same(steps: BaseDatabaseWrapper) -> None:
    migrate(Filling(steps))
    for model in our_models():
        assert model._base_manager.using(STEPS).exists(), model
    assert_equal(found_catalogue(steps), wanted_catalogue())


def assert_equal(found: set[Fact], wanted: set[Fact]) -> None:
    named = {fact.name for fact in wanted if fact.kind != "column"}
    assert named >= promised_names()
    assert sorted(wanted - found) == [], "promised by the models, missing in the database"
    assert sorted(found - wanted) == [], "in the database, not promised by the models"


def promised_names() -> set[str]:
    return {
        promise.name
        for model in our_models()
        for promise in (*model._meta.constraints, *model._meta.indexes)
    }
