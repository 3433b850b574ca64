"""`manage.py migrate` waits for locks, and recounts only what a migration marked."""

from collections.abc import Iterator

import pytest
from django.core.management.base import CommandError
from django.db import connection
from django.db.models.signals import pre_migrate
from pytest_django import Settings

from annotation.models import AgreementState, Campaign
from tests.commands.running import run
from tests.helpers.factories import judge_all_at_random, make_campaign
from tests.helpers.invariants import check_figures

pytestmark = pytest.mark.django_db(transaction=True)
LIMITS = ("lock_timeout", "idle_in_transaction_session_timeout")


def time_limits() -> list[str]:
    found: list[str] = []
    with connection.cursor() as cursor:
        for name in LIMITS:
            cursor.execute(f"SHOW {name}")
            found += cursor.fetchone() or ()
    return found


@pytest.fixture
def limits_during_migration() -> Iterator[list[str]]:
    found: list[str] = []

    def note(**_: object) -> None:
        found[:] = time_limits()

    pre_migrate.connect(note)
    yield found
    pre_migrate.disconnect(note)


def test_no_time_limit_ends_a_migration(limits_during_migration: list[str]) -> None:
    usual = time_limits()
    assert "0" not in usual
    run("migrate")
    assert limits_during_migration == ["0", "0"]
    assert time_limits() == usual


def test_behind_a_pool_containers_may_wait_but_not_migrate(
    settings: Settings, limits_during_migration: list[str]
) -> None:
    settings.POOLED = True
    run("migrate", "--check")
    with pytest.raises(CommandError, match="a session of its own"):
        run("migrate")
    assert limits_during_migration == []


def test_marked_campaigns_are_recounted() -> None:
    marked, other = (make_campaign(redundancy=2) for _ in range(2))
    for campaign in (marked, other):
        judge_all_at_random(campaign, workers=2, seed=1)
    run("reconcile")
    right, wrong = AgreementState.objects.get(campaign=marked).figures, {"items": 99}
    AgreementState.objects.update(figures=wrong)
    AgreementState.objects.filter(campaign=marked).update(reconciled_at=None)
    run("migrate")
    check_figures(marked)
    recounted = AgreementState.objects.get(campaign=marked)
    assert recounted.figures == right
    assert (recounted.reconciled_version, recounted.mended) == (recounted.version, 0)
    assert AgreementState.objects.get(campaign=other).figures == wrong


@pytest.mark.long
def test_partial_and_planned_migrations_recount_nothing() -> None:
    campaign = make_campaign(redundancy=1)
    judge_all_at_random(campaign, workers=1, seed=1)
    run("reconcile")
    AgreementState.objects.update(reconciled_at=None)
    for options in (("annotation",), ("--plan",)):
        run("migrate", *options)
        assert recounted_at(campaign) is None
    run("migrate")
    assert recounted_at(campaign) is not None


def recounted_at(campaign: Campaign) -> object:
    return AgreementState.objects.get(campaign=campaign).reconciled_at
