"""The sweep: neither an error nor a backlog in one campaign delays the rest."""

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from itertools import count
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.db import connection, transaction
from django.db.models import F
from django.db.models.functions import Now

from analysis.reading.judgment_rows import Row, Vector, counting
from analysis.schemes import ANALYSES
from annotation import events
from annotation.events import Event, Swept
from annotation.models import AgreementState, Assignment, Campaign, DeadLetter, Heartbeat
from annotation.services.campaigns.campaigns import extend_redundancy
from annotation.services.work.claim import claim_hit
from config.celery import app
from tasks import fold as folding
from tasks import sweep as sweeping
from tasks.fold import fold, fold_all, lock_states
from tasks.leases import alone
from tasks.reconcile import due, reconcile_campaign, reconcile_live
from tasks.sweep import sweep, sweep_in_turn, take_turn
from tests.helpers.factories import at_once, enrol, judge_all_at_random, judge_next, make_campaign
from tests.helpers.invariants import check_figures
from tests.helpers.queries import run_sql, until_somebody_waits

pytestmark = pytest.mark.django_db(transaction=True)


def sweep_elsewhere() -> None:
    assert at_once([sweep], threads=1) == [None]


def test_a_campaign_that_is_being_extended_leaves_the_sweep_to_the_others(flat: Campaign) -> None:
    assignment = claim_hit(enrolment_id=enrol(flat).pk)
    Assignment.objects.update(expires_at=Now() - timedelta(seconds=1))
    other = make_campaign()
    judge_next(enrol(other))
    with transaction.atomic():
        extend_redundancy(campaign=flat, user=None, redundancy=20)
        sweep_elsewhere()
    assert AgreementState.objects.get(campaign=other).judgments == 1
    assert Heartbeat.objects.filter(name="sweep").exists()
    sweep()
    assignment.refresh_from_db()
    assert assignment.status == Assignment.Status.EXPIRED


@pytest.mark.fault(16)
def test_of_many_sweeps_at_once_one_does_the_work(flat: Campaign) -> None:
    """As with two beats, or after an hour without a worker."""
    assert at_once([take_turn] * 8, threads=8).count(True) == 1
    judge_next(enrol(flat))
    sweep_in_turn()
    assert AgreementState.objects.get(campaign=flat).judgments == 0


@pytest.mark.fault(16)
def test_a_sweep_that_waited_for_another_is_not_the_next() -> None:
    """The other begins its turn after this one has asked for it."""
    Heartbeat.objects.create(name="sweep begun", beat_at=Now() - timedelta(hours=1))
    turns: list[bool] = []

    def ask() -> None:
        try:
            turns.append(take_turn())
        finally:
            connection.close()

    asking = threading.Thread(target=ask)
    with transaction.atomic():
        Heartbeat.objects.select_for_update().get(name="sweep begun")
        asking.start()
        until_somebody_waits()
        assert take_turn()
    asking.join()
    assert turns == [False]


@pytest.mark.fault(16)
@pytest.mark.parametrize("hours", [1, -1])
def test_after_the_clock_was_changed_the_sweep_goes_on(flat: Campaign, hours: int) -> None:
    sweep_in_turn()
    Heartbeat.objects.update(beat_at=F("beat_at") + timedelta(hours=hours))
    judge_next(enrol(flat))
    sweep_in_turn()
    assert AgreementState.objects.get(campaign=flat).judgments == 1


@pytest.mark.fault(16)
def test_no_message_of_beat_expires() -> None:
    """Its expiry would be compared with the clock of another machine."""
    assert not [one for one in settings.CELERY_BEAT_SCHEDULE.values() if "options" in one]


def test_a_campaign_under_a_long_fold_leaves_the_sweep_to_the_others(flat: Campaign) -> None:
    judge_next(enrol(flat))
    other = make_campaign()
    judge_next(enrol(other))
    with transaction.atomic():
        lock_states(flat)
        sweep_elsewhere()
    assert AgreementState.objects.get(campaign=other).judgments == 1
    assert Heartbeat.objects.filter(name="sweep").exists()
    assert AgreementState.objects.get(campaign=flat).judgments == 0


def test_a_campaign_that_cannot_be_folded_leaves_sweep_and_reconciliation_to_the_others(
    nested: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = [make_campaign(), make_campaign()]
    for campaign in (others[0], nested, others[1]):
        judge_next(enrol(campaign))
    without = {name: one for name, one in ANALYSES.modules.items() if name != "nested"}
    monkeypatch.setattr(ANALYSES, "modules", without)
    with pytest.raises(KeyError):
        sweep()
    reconcile_live()
    assert Heartbeat.objects.filter(name="sweep").exists()
    for other in others:
        state = AgreementState.objects.get(campaign=other)
        assert (state.judgments, state.reconciled_version) == (1, 1)
    assert AgreementState.objects.get(campaign=nested).judgments == 0


def test_an_addon_that_fails_leaves_the_sweep_to_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    heard: list[Event] = []

    def fail(event: Event) -> None:
        raise RuntimeError("an add-on failed")

    monkeypatch.setattr(events, "_subscribers", lambda: {Swept: [fail, heard.append]})
    with pytest.raises(RuntimeError, match="an add-on failed"):
        sweep()
    assert heard == [Swept()]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """Collect what sweeps and folds send, and nothing that submissions do."""
    messages: list[tuple[str, int]] = []

    def note(task: str, row_ids: Iterable[int] = (0,)) -> None:
        messages.extend((task, row_id) for row_id in row_ids)

    for module, name in ((sweeping, "send"), (sweeping, "send_each"), (folding, "send_each")):
        monkeypatch.setattr(module, name, note)
    return messages


def failing() -> list[int]:
    raise ZeroDivisionError


@pytest.mark.parametrize("task", sweeping.DUE)
def test_what_cannot_be_sent_leaves_the_sweep_to_the_rest(
    task: str, sent: list[tuple[str, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[Event] = []
    monkeypatch.setattr(events, "_subscribers", lambda: {Swept: [heard.append]})
    for name in sweeping.DUE:
        monkeypatch.setitem(sweeping.DUE, name, lambda: [1])
    monkeypatch.setitem(sweeping.DUE, task, failing)
    monkeypatch.setattr(sweeping, "due_letters", lambda: [1])
    with pytest.raises(ZeroDivisionError):
        sweep()
    others = [(name, 1) for name in sweeping.DUE if name != task]
    assert sent == [*others, ("tasks.invite", 0)]
    assert heard == [Swept()]


def test_an_error_of_the_sweep_is_a_dead_letter_until_it_is_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    task = app.tasks["tasks.sweep"]
    with monkeypatch.context() as patch:
        patch.setitem(sweeping.DUE, "tasks.report", failing)
        assert task.apply().failed()
    assert DeadLetter.objects.get().error == "ZeroDivisionError"
    Heartbeat.objects.all().delete()
    assert task.apply().successful()
    assert not DeadLetter.objects.exists()


def clock_of(monkeypatch: pytest.MonkeyPatch, folds: int) -> None:
    """Let a sweep have time for so many folds."""
    monkeypatch.setattr(sweeping, "SECONDS_FOR_FOLDS", folds + 1)
    monkeypatch.setattr(sweeping, "time", SimpleNamespace(monotonic=partial(next, count())))


def test_a_backlog_leaves_the_sweep_to_the_rest(
    flat: Campaign, sent: list[tuple[str, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Campaigns take turns, in the sweep and in the messages that do the rest."""
    monkeypatch.setattr(folding, "MAX_CONCURRENT", 2)
    campaigns = [flat, make_campaign()]
    for campaign in campaigns:
        judge_all_at_random(campaign, workers=1, seed=1)
    clock_of(monkeypatch, folds=2)
    sweep()
    for campaign in campaigns:
        assert AgreementState.objects.get(campaign=campaign).judgments == 2
    assert {("tasks.fold", campaign.pk) for campaign in campaigns} <= set(sent)
    assert Heartbeat.objects.filter(name="sweep").exists()
    while folds := [row_id for name, row_id in sent if name == "tasks.fold"]:
        sent.clear()
        for campaign_id in folds:
            fold(campaign_id)
    for campaign in campaigns:
        check_figures(campaign)


def test_a_sweep_begins_with_the_campaign_folded_longest_ago(
    flat: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a large backlog could take all the time of all sweeps."""
    campaigns = [flat, make_campaign(), make_campaign()]
    for campaign in campaigns:
        judge_next(enrol(campaign))
    ages = AgreementState.objects.filter(campaign=campaigns[1])
    ages.update(folded_at=Now() - timedelta(minutes=5))
    clock_of(monkeypatch, folds=1)
    sweep()
    states = AgreementState.objects.in_bulk(campaigns, field_name="campaign_id")
    assert [states[one.pk].judgments for one in campaigns] == [0, 1, 0]


def test_a_campaign_deleted_during_a_sweep_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "campaigns_to_fold", lambda: [0])
    sweep()


def test_a_campaign_under_a_long_fold_leaves_reconciliation_to_the_others(flat: Campaign) -> None:
    judge_next(enrol(flat))
    other = make_campaign()
    judge_next(enrol(other))
    with transaction.atomic():
        lock_states(flat)
        assert at_once([reconcile_live], threads=1) == [True]
    assert AgreementState.objects.get(campaign=other).reconciled_at is not None
    assert AgreementState.objects.get(campaign=flat).reconciled_at is None


def test_one_reconciles_at_a_time(flat: Campaign) -> None:
    judge_next(enrol(flat))
    with alone("reconcile"):
        assert at_once([reconcile_live], threads=1) == [False]
    assert AgreementState.objects.get(campaign=flat).reconciled_at is None
    reconcile_live()
    assert AgreementState.objects.get(campaign=flat).reconciled_at is not None


def test_the_larger_a_campaign_the_longer_it_rests_from_reconciliation(flat: Campaign) -> None:
    state = AgreementState.objects.filter(campaign=flat)
    minutes = Now() - timedelta(minutes=5)
    state.update(version=7, judgments=10_000, reconciled_version=6, reconciled_at=minutes)
    assert list(due()) == [flat.pk]
    state.update(judgments=1_000_000)
    assert list(due()) == []
    state.update(reconciled_at=None)
    assert list(due()) == [flat.pk]


@contextmanager
def impatient_database() -> Iterator[None]:
    """Use a database that ends a transaction after 20 ms without a query."""
    run_sql("SET idle_in_transaction_session_timeout = 20")
    try:
        yield
    finally:
        connection.close()


@pytest.mark.skipif(settings.POOLED, reason="a pool gives no session to set a limit for")
def test_a_long_comparison_outlives_the_limit_on_idle_transactions(
    flat: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge_all_at_random(flat, workers=3, seed=1)
    fold_all(flat.pk)
    AgreementState.objects.filter(campaign=flat).update(judgments=99)

    def slowly(rows: Iterable[Row]) -> list[Vector]:
        threading.Event().wait(0.1)
        return counting(rows)

    monkeypatch.setattr("tasks.fold.counting", slowly)
    with impatient_database():
        assert reconcile_campaign(flat.pk).differing == ["state"]
    check_figures(flat)
