"""A fold locks the agreement states and nothing that a worker waits for."""

import threading
import time
from types import SimpleNamespace

import pytest
from django.db import connection, transaction

from analysis.reading.judgment_rows import rows_of_hits
from annotation.models import Campaign, Judgment
from tasks import fold as folding
from tasks.fold import fold, lock_states, mark_folded
from tests.helpers.factories import enrol, judge_next
from tests.helpers.invariants import check_figures

pytestmark = pytest.mark.django_db(transaction=True)


def test_submits_go_on_while_a_fold_is_under_way(flat: Campaign, nested: Campaign) -> None:
    submitted = threading.Event()

    def submit_one() -> None:
        try:
            judge_next(enrol(flat))
            submitted.set()
        finally:
            connection.close()

    working = threading.Thread(target=submit_one)
    with transaction.atomic():
        assert set(lock_states(nested)) == {flat.pk, nested.pk}
        working.start()
        assert submitted.wait(30)
    working.join()


def test_nothing_is_locked_while_a_fold_gathers(
    flat: Campaign, nested: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two messages for a campaign, the second returns at once; other campaigns are folded."""
    gathering, gathered = threading.Event(), threading.Event()
    waits: list[float] = []

    def wait(seconds: float) -> None:
        waits.append(seconds)
        gathering.set()
        assert gathered.wait(30)

    def fold_one() -> None:
        try:
            fold(flat.pk)
        finally:
            connection.close()

    judge_next(enrol(flat))
    fold(flat.pk)
    judge_next(enrol(flat))
    monkeypatch.setattr(folding, "REST_SECONDS", 60.0)
    monkeypatch.setattr(folding, "time", SimpleNamespace(sleep=wait))
    working = threading.Thread(target=fold_one)
    working.start()
    try:
        assert gathering.wait(30)
        with transaction.atomic():
            assert set(lock_states(flat, wait=False)) == {flat.pk, nested.pk}
        fold(flat.pk)
        assert Judgment.objects.unfolded().count() == 1
        judge_next(enrol(flat))
    finally:
        gathered.set()
        working.join()
    assert not Judgment.objects.unfolded().exists()
    assert len(waits) == 1
    check_figures(flat)


def test_judgments_are_marked_in_the_order_in_which_reviews_and_stops_lock_them(
    flat: Campaign,
) -> None:
    """A removed judgment precedes an added one, and another transaction that locks the first wants
    both."""
    enrolment = enrol(flat)
    for _ in range(2):
        judge_next(enrolment)
    first, second = Judgment.objects.order_by("pk")
    Judgment.objects.filter(pk=first.pk).update(counts=False, folded=True)
    rows = rows_of_hits([first.hit_id, second.hit_id])

    def mark() -> None:
        try:
            with transaction.atomic():
                mark_folded(rows)
        finally:
            connection.close()

    locked = Judgment.objects.select_for_update(no_key=True, nowait=True)
    working = threading.Thread(target=mark)
    with transaction.atomic():
        locked.get(pk=first.pk)
        working.start()
        until_somebody_waits()
        locked.get(pk=second.pk)
    working.join()
    assert not Judgment.objects.unfolded().exists()


def until_somebody_waits() -> None:
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
            if cursor.fetchone()[0]:
                return
        threading.Event().wait(0.01)
    raise AssertionError("nobody waits")
