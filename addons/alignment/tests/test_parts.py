"""An alignment whose runs are computed by several processes is the same to the last digit."""

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

import pytest
from django.db import connection
from pytest_django import Settings

from addons.alignment import tasks
from addons.alignment.models import Alignment
from addons.alignment.tests.requested import request_alignment
from annotation.models import Dataset, Lease
from annotation.services.jobs.kinds import Lane
from midpath.alignment import aligning, fitting
from midpath.alignment.options.words import PRESETS
from tests.faults.processes import Stack, kill_tree, wait_for
from tests.helpers.documents import import_documents, make_documents
from tests.helpers.jobs import carry_out
from tests.tasks.thirds import before_each_part, stay_until

pytestmark = pytest.mark.django_db(transaction=True)
RUNS = 6
Here: TypeAlias = Callable[..., None]


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Note the runs that a helper in this process begins."""
    begun: list[int] = []
    before_each_part(monkeypatch, fitting, "runs_of", lambda number, _: begun.append(number))
    return begun


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> Here:
    """Let the process of the job wait with each run until something happens."""

    def wait_until(what: Callable[[], bool], seconds: float = 30) -> None:
        before_each_part(
            monkeypatch,
            aligning,
            "runs_of",
            lambda _, progress: stay_until(what, progress, seconds),
        )

    return wait_until


def carried_out(dataset: Dataset, **changed: Any) -> Alignment:
    return carry_out(request_alignment(dataset, runs=RUNS, **changed))


def alone(settings: Settings, dataset: Dataset, **changed: Any) -> Alignment:
    """Carry out an alignment in this process, then allow more slots."""
    found = carried_out(dataset, **changed)
    settings.LANES = settings.LANES | {Lane.COMPUTING: 3}
    return found


def require_same(divided: Alignment, whole: Alignment) -> None:
    assert divided.status == whole.status == Alignment.Status.READY
    assert divided.results == whole.results
    assert divided.grouping == whole.grouping
    assert (divided.done, divided.total) == (whole.total, whole.total)


@pytest.mark.usefixtures("lane_worker", "helpers_at_once", "jobs_here")
def test_other_workers_compute_runs(elsewhere: list[int], settings: Settings, here: Here) -> None:
    dataset = make_documents()
    whole = alone(settings, dataset)
    assert elsewhere == []
    here(lambda: len(elsewhere) == RUNS - 1)
    require_same(carried_out(dataset), whole)
    assert elsewhere == list(range(1, RUNS))


@pytest.mark.usefixtures("lane_worker", "helpers_at_once", "jobs_here")
def test_nobody_helps_with_documents_that_have_changed(
    elsewhere: list[int], settings: Settings, here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    dataset = make_documents()
    whole = alone(settings, dataset)
    prepared: list[bool] = []

    def without_the_first(*_: object) -> list[Any]:
        prepared.append(True)
        items = dataset.items.order_by("position").values_list("position", "text", "content")
        return list(items[1:])

    monkeypatch.setattr(tasks, "documents_in", without_the_first)
    here(lambda: bool(prepared))
    require_same(carried_out(dataset), whole)
    assert elsewhere == []


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("killed", [False, True])
@pytest.mark.usefixtures("helpers_at_once", "jobs_here")
def test_other_processes_compute_runs_and_may_be_killed(
    notified: Stack, settings: Settings, here: Here, *, killed: bool
) -> None:
    sections = [f"wine{n % 7} cars{n % 5} roses{n % 3}" for n in range(60)]
    dataset = import_documents([{"document": f"d{n}", "sections": sections} for n in range(2)])
    given = {"method": "vanilla_gibbs", "words": replace(PRESETS["acl"], most_percent=100)}
    whole = alone(settings, dataset, **given)
    notified.extra = {"MIDPATH_LANES": "reports=3"}
    celery = notified.start_celery(beat=False)
    notified.wait_for_celery()
    helped = threading.Event()

    def watch_helpers() -> None:
        helping = Lease.objects.filter(name__startswith="help ")
        wait_for(lambda: helping.count() == 2, seconds=60, what="two helpers")
        if killed:
            kill_tree(celery)
        else:
            wait_for(lambda: not helping.exists(), seconds=120, what="their end")
        helped.set()
        connection.close()

    threading.Thread(target=watch_helpers).start()
    here(helped.is_set, seconds=180)
    require_same(carried_out(dataset, **given), whole)
