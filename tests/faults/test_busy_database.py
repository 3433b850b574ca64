"""Promise 15: a locked row and used up connections are answered 503 soon, and disturb nobody
else."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from uuid import uuid4

import psycopg2
import pytest
from django.db import transaction

from annotation.models import HIT, Campaign, Enrolment
from annotation.services.work.claim import claim_hit
from embedded.postgres import SETTINGS
from tests.faults.checker import check
from tests.faults.clusters import own_cluster
from tests.faults.crowd import Crowd, Person, at_work, people_of
from tests.faults.history import History, percentile
from tests.faults.processes import (
    Stack,
    all_folded,
    free_web_port,
    in_background,
    wait_for,
)
from tests.faults.processes import test_database_url as address_of_tests
from tests.helpers.factories import at_once, make_campaign, make_dataset, numbered_texts

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.long]

Measured = Callable[[str, object], None]
LOCKED_SECONDS = 30
CALM_SECONDS = 5
BUSY_WITHIN, OTHERS_WITHIN = 2, 0.5


@contextmanager
def locked(row: HIT | Campaign, seconds: float) -> Iterator[None]:
    """Lock a row in another transaction for that long, from the beginning of the block on."""
    begun = threading.Event()

    def lock() -> None:
        with transaction.atomic():
            type(row).objects.select_for_update().get(pk=row.pk)
            begun.set()
            time.sleep(seconds)

    locking = in_background(lock)
    assert begun.wait(10)
    try:
        yield
    finally:
        locking.join()


@pytest.mark.fault(15)
@pytest.mark.parametrize("what", ["HIT", "campaign"])
def test_a_locked_row_disturbs_nobody_else(
    stack: Stack, what: str, record_property: Measured
) -> None:
    """Six workers wait for the row again and again, while others work: of the same campaign, if
    only a HIT is locked."""
    port, history = free_web_port(), History()
    stack.start_web(port)
    dataset = make_dataset(numbered_texts(1_000))
    campaign = make_campaign(dataset, redundancy=10)
    other = campaign if what == "HIT" else make_campaign(dataset, redundancy=10)
    waiting = people_of(campaign, 6)
    leases = {one: claim_hit(enrolment_id=one.pk) for one in waiting}
    hit = next(iter(leases.values())).hit
    assert {lease.hit_id for lease in leases.values()} == {hit.pk}

    def insist(enrolment: Enrolment) -> None:
        person = Person(port, enrolment, history, timeout=30)
        person.deliver(leases[enrolment].pk, lambda: False)
        person.close()

    others = Crowd(port, people_of(other, 8), pause=0.1, history=history)
    with at_work(others):
        wait_for(lambda: len(history.acknowledged()) > 20, seconds=300, what="some work")
        time.sleep(CALM_SECONDS)
        calm = percentile([one.seconds for one in history.submissions], 0.95)
        began = time.monotonic()
        with locked(hit if what == "HIT" else campaign, LOCKED_SECONDS):
            insisting = [in_background(partial(insist, one)) for one in waiting]
            time.sleep(LOCKED_SECONDS - 1)
            among = {one.pk for one in others.people}
            took = [one.seconds for one in history.since(began) if one.enrolment in among]
        for thread in insisting:
            thread.join()
    locked_out = {one.pk for one in waiting}
    refused = [
        one for one in history.since(began) if one.enrolment in locked_out and not one.acknowledged
    ]
    longest, p95 = max(one.seconds for one in refused), percentile(took, 0.95)
    record_property(
        "measured",
        f"{what}: {len(refused)} × 503 within {longest:.2f} s; "
        f"p95 of {len(took)} others {p95 * 1000:.0f} ms, {calm * 1000:.0f} ms before",
    )
    assert {one.status for one in refused} == {503}
    assert longest < BUSY_WITHIN
    assert p95 < OTHERS_WITHIN
    stack.start_celery()
    stack.wait_for_celery()
    wait_for(all_folded, seconds=60, what="the last fold")
    check(history, *{campaign, other})


@contextmanager
def all_connections() -> Iterator[None]:
    """Take every connection that PostgreSQL gives."""
    taken: list[psycopg2.extensions.connection] = []
    try:
        with suppress(psycopg2.OperationalError):
            while len(taken) <= int(SETTINGS["max_connections"]):
                taken.append(psycopg2.connect(address_of_tests()))
        yield
    finally:
        for one in taken:
            one.close()


@pytest.mark.fault(15)
def test_without_a_connection_the_answer_is_503(stack: Stack, record_property: Measured) -> None:
    with own_cluster():
        port, history = free_web_port(), History()
        stack.start_web(port)
        campaign = make_campaign(texts=50, redundancy=10)
        people = [Person(port, one, history, timeout=30) for one in people_of(campaign, 16)]
        leases = [claim_hit(enrolment_id=person.enrolment.pk).pk for person in people]
        jobs = [
            partial(person.send, lease, person.answer(), str(uuid4()))
            for person, lease in zip(people, leases, strict=True)
        ]
        with all_connections():
            at_once(jobs, threads=16)
            refused = [one for one in history.submissions if not one.acknowledged]
        again = [job() for job in jobs]
        for person in people:
            person.close()
        assert {one.status for one in again} <= {200, 201}
        longest = max(one.seconds for one in refused)
        record_property("measured", f"no connection: {len(refused)} × 503 within {longest:.2f} s")
        assert {one.status for one in refused} == {503}
        assert longest < BUSY_WITHIN
        stack.start_celery()
        stack.wait_for_celery()
        wait_for(all_folded, seconds=60, what="the last fold")
        check(history, campaign)
