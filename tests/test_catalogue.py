"""The database matches the models, whichever way it was migrated."""

from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import UUID

import pytest
from django.db import IntegrityError, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.migration import Migration
from django.db.migrations.state import ProjectState, StateApps
from pytest_django import DjangoDbBlocker

from annotation.management.catalogue import Fact
from tests.helpers.addons import our_models
from tests.helpers.catalogue import found_catalogue, wanted_catalogue
from tests.helpers.rows import MOMENT, fill, row_of

STEPS = "steps"
OURS = {model._meta.app_label for model in our_models()}
BEFORE = ("annotation", "0022_draws_beside_alignments")
AGAIN = ("annotation", "0023_one_open_assignment_again")
APART = (
    ("annotation", "0033_excluded_workers"),
    ("annotation", "0034_names_that_look_alike"),
)
MONEY = (
    ("annotation", "0031_refusals_are_bounded"),
    ("annotation", "0032_bound_what_workers_are_paid"),
)
CHOICES = (
    ("annotation", "0071_decisions"),
    ("annotation", "0072_chosen_versions_are_decisions"),
)
PROMISE = "one_open_assignment_per_worker_and_campaign"


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


@pytest.mark.django_db
def test_the_migrations_make_what_the_models_promise() -> None:
    assert_equal(found_catalogue(connection), wanted_catalogue())


@pytest.mark.django_db
def test_constraints_of_pay_are_checked_without_a_lock() -> None:
    """A constraint of a table that may be large is added for new rows first, and validated, or made
    as an index, by statements of their own that let others read and write."""
    loader = MigrationExecutor(connection).loader
    for name in ("0108_rejections", "0114_compensations_taken_back"):
        migration = loader.graph.nodes["annotation", name]
        statements = loader.collect_sql([(migration, False)])
        statements = [
            one for one in statements if "annotation_ledgerentry" in one and one[:2] != "--"
        ]
        for statement in statements:
            if "ADD CONSTRAINT" in statement:
                assert "NOT VALID" in statement or '"annotation_rejection"' in statement
            assert "CREATE UNIQUE INDEX" not in statement or "CONCURRENTLY" in statement
            assert not ("VALIDATE" in statement and migration.atomic), statement
    assert any("VALIDATE CONSTRAINT" in one for one in statements)


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


def test_the_older_of_two_open_assignments_expires_and_frees_its_slot(
    steps: BaseDatabaseWrapper,
) -> None:
    models = migrate(MigrationExecutor(steps), BEFORE)
    make = partial(row_in, models)
    campaign = make("Campaign", reopenings=7)
    taken = {"a": 2, "b": 1, "c": 3}
    hits = {
        name: make("HIT", campaign=campaign, quota=3, taken=count) for name, count in taken.items()
    }
    hits["known"] = make("HIT", campaign=campaign, quota=0, taken=0, known=True)
    wanted = {"one": ["a"], "two": ["b", "c"], "three": ["a", "known", "c"], "four": ["c"]}
    for name, expected in wanted.items():
        enrolment = make("Enrolment", campaign=campaign, worker=make("Worker", external_id=name))
        for hit in expected:
            make("Assignment", enrolment=enrolment, hit=hits[hit])
    migrate(MigrationExecutor(steps), AGAIN)
    events = models.get_model("annotation", "AuditEvent").objects.using(STEPS)
    rows = models.get_model("annotation", "Assignment").objects.using(STEPS).order_by("pk")
    assert [row.status == "open" for row in rows] == [True, False, True, False, False, True, True]
    assert [row.ended_at is None for row in rows] == [row.status == "open" for row in rows]
    after = {name: (hit.taken, hit.reopened) for name, hit in refreshed(hits)}
    assert after == {"a": (1, 8), "b": (0, 9), "c": (3, None), "known": (0, None)}
    campaign.refresh_from_db()
    assert campaign.reopenings == 9
    ended = [row.pk for row in rows if row.status == "expired"]
    assert list(events.values_list("verb", "campaign", "object_id").order_by("object_id")) == [
        ("hit.expired", campaign.pk, pk) for pk in ended
    ]
    with pytest.raises(IntegrityError, match=PROMISE):
        make("Assignment", enrolment=rows[0].enrolment, hit=hits["b"])


@pytest.mark.long
def test_workers_who_share_a_name_from_before_stay_apart(steps: BaseDatabaseWrapper) -> None:
    models = migrate(MigrationExecutor(steps), APART[0])
    project = row_in(models, "Project")
    names = ["Anna", "anna", "Аnna", "Ian", "lan", "é", "e\u0301", "x" * 120]
    for number, name in enumerate(names, start=1):
        row_in(models, "Worker", project=project, source="name", external_id=name, number=number)
    row_in(models, "Worker", project=project, source="link", external_id="anna", number=90)
    after = migrate(MigrationExecutor(steps), APART[1])
    rows = after.get_model("annotation", "Worker").objects.using(STEPS).order_by("pk")
    keys = [
        (row.external_id, row.folded.split("\x1f")[0], row.looks.split("\x1f")[0]) for row in rows
    ]
    assert keys[:5] == [
        ("Anna", "anna", "anna"),
        ("anna", "anna", "anna"),
        ("Аnna", "аnna", "anna"),
        ("Ian", "ian", "lan"),
        ("lan", "lan", "lan"),
    ]
    assert keys[7] == ("x" * 120, "x" * 120, "x" * 120)
    assert [("\x1f" in row.folded, "\x1f" in row.looks) for row in rows] == [
        *((False, False), (True, True), (False, True), (False, False), (False, True)),
        *((False, False), (True, True), (False, False), (False, False)),
    ]


def test_training_of_before_is_counted_apart_and_nothing_is_bounded(
    steps: BaseDatabaseWrapper,
) -> None:
    models = migrate(MigrationExecutor(steps), MONEY[0])
    make = partial(row_in, models)
    campaign = make("Campaign", training_hits=4, status="live", launched_at=MOMENT)
    for known in (True, True, False):
        make("HIT", campaign=campaign, quota=0, known=known)
    draft = make("Campaign", dataset=campaign.dataset, known_every=4, status="draft", code="d")
    for gold in ("yes", None):
        make("Item", dataset=draft.dataset, content={"gold": gold})
    counts = {"known_done": 7, "known_right": 5}
    enrolments: dict[str, dict[str, Any]] = {
        "training": {"known_done": 3, "known_right": 2},
        "trained": {**counts, "trained_at": MOMENT},
        "restored": {**counts, "restored_at": MOMENT},
    }
    theirs = {}
    for number, (name, fields) in enumerate(enrolments.items(), start=90):
        worker = make("Worker", external_id=name, number=number)
        theirs[name] = make("Enrolment", campaign=campaign, worker=worker, **fields)
    hit = models.get_model("annotation", "HIT").objects.using(STEPS).first()
    make("Assignment", enrolment=theirs["training"], hit=hit, status="returned", ended_at=MOMENT)
    for verb, name in (("worker.trained", "trained"), ("worker.stopped", "restored")):
        details = {"right": 3, "done": 4}
        make("AuditEvent", verb=verb, object_id=theirs[name].pk, details=details)
    after = migrate(MigrationExecutor(steps), MONEY[1])
    rows = after.get_model("annotation", "Enrolment").objects.using(STEPS)
    found = {
        name: rows.values_list(
            "training_right", "training_done", "known_right", "known_done", "returned"
        ).get(pk=enrolment.pk)
        for name, enrolment in theirs.items()
    }
    assert found == {
        "training": (2, 3, 0, 0, 1),
        "trained": (3, 4, 5, 7, 0),
        "restored": (3, 4, 2, 3, 0),
    }
    campaigns = after.get_model("annotation", "Campaign").objects.using(STEPS)
    stored = campaigns.values_list("known_count", "worker_count", "most_workers")
    assert stored.get(pk=campaign.pk) == (2, 3, None)
    assert stored.get(pk=draft.pk) == (1, 0, None)


def row_in(models: StateApps, name: str, **given: Any) -> Any:
    return row_of(models.get_model("annotation", name), STEPS, **given)


def refreshed(hits: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, hit in hits.items():
        hit.refresh_from_db()
        yield name, hit


@pytest.mark.long
def test_a_chosen_version_becomes_a_decision(steps: BaseDatabaseWrapper) -> None:
    models = migrate(MigrationExecutor(steps), CHOICES[0])
    make = partial(row_in, models)
    campaign = make("Campaign", scheme="document")
    ada, bob = (make("User", username=name) for name in ("ada", "bob"))
    wanted = (("a", True, ada, 3), ("b", True, bob, 1), ("c", False, ada, 2), ("d", True, None, 4))
    judgments = {}
    for place, (name, counts, user, day) in enumerate(wanted, start=1):
        hit = make("HIT", campaign=campaign, position=place, quota=3)
        worker = make("Worker", external_id=name, number=place)
        enrolment = make("Enrolment", campaign=campaign, worker=worker)
        assignment = make(
            "Assignment", hit=hit, enrolment=enrolment, status="submitted", ended_at=MOMENT
        )
        judgments[name] = make(
            "Judgment",
            campaign=campaign,
            hit=hit,
            assignment=assignment,
            payload={"text": name},
            vector=[place, 0],
            counts=counts,
            submission_id=UUID(int=place),
        )
        choice = make("ChosenVersion", hit=hit, judgment=judgments[name], chosen_by=user)
        type(choice).objects.using(STEPS).filter(pk=choice.pk).update(
            chosen_at=MOMENT + timedelta(days=day)
        )
    after = migrate(MigrationExecutor(steps), CHOICES[1])
    rows = after.get_model("annotation", "Decision").objects.using(STEPS).order_by("judgment")
    assert [
        (row.payload["text"], row.vector[0], row.user_id, row.adjudicator, row.final, row.how)
        for row in rows
    ] == [
        ("a", 1, ada.pk, 2, True, "accepted"),
        ("b", 2, bob.pk, 1, True, "accepted"),
        ("c", 3, ada.pk, 2, False, "accepted"),
        ("d", 4, None, 3, True, "accepted"),
    ]
    assert [row.withdrawn_at is None for row in rows] == [True, True, False, True]
    assert [row.decided_at for row in rows] == [MOMENT + timedelta(days=one[3]) for one in wanted]
