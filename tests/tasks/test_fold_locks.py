"""A fold holds the agreement states and nothing that a worker waits for."""

import threading

import pytest
from django.db import connection, transaction

from annotation.models import Campaign
from tasks.fold import lock_states
from tests.factories import enrol, judge_next

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
