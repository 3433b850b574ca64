"""A fold holds the agreement states and nothing that a worker waits for."""

import threading
import time

import pytest
from django.db import connection, transaction

from analysis.reading.judgment_rows import rows_of_hits
from annotation.models import Campaign, Judgment
from tasks.fold import lock_states, mark_folded
from tests.helpers.factories import enrol, judge_next

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


def test_judgments_are_marked_in_the_order_in_which_reviews_and_stops_lock_them(
    flat: Campaign,
) -> None:
    """One that is taken out stands before one that is taken in, and whoever holds it wants both."""
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
