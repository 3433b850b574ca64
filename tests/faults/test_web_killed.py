"""Promise 9: kill -9 of the web server before the commit leaves no row, after it one; sending the
same again makes it one."""

import http.client
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction

from annotation.models import HIT, Assignment, Campaign, Enrolment, Judgment
from annotation.services.work.claim import claim_hit
from bench.site.client import WorkerClient
from embedded.child import Child
from tests.faults.processes import Stack, free_web_port, processes_of, wait_for
from tests.helpers.factories import enrol
from tests.helpers.invariants import check_serving

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

PAYLOAD = {"boundaries": [1, 0, 0, 1]}


@contextmanager
def sending(client: WorkerClient, assignment: Assignment, submission_id: str) -> Iterator[None]:
    """Run the block while the request is in flight; its answer will be lost."""

    def send() -> None:
        with suppress(OSError, http.client.HTTPException):
            client.submit(assignment.pk, PAYLOAD, submission_id)

    sender = threading.Thread(target=send)
    sender.start()
    try:
        yield
    finally:
        sender.join()
        client.close()


def kill_workers(web: Child) -> None:
    for process in processes_of(web):
        process.send_signal(signal.SIGKILL)
    web.process.wait(10)  # type: ignore[union-attr]


def waiting_for_locks() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return int(cursor.fetchone()[0])


def replay(enrolment: Enrolment, assignment: Assignment, submission_id: str, stack: Stack) -> Any:
    port = free_web_port()
    stack.start_web(port)
    client = WorkerClient(port, enrolment)
    try:
        return client.submit(assignment.pk, PAYLOAD, submission_id)
    finally:
        client.close()


@pytest.mark.long
def test_killed_before_the_commit(stack: Stack, flat: Campaign) -> None:
    port, submission_id = free_web_port(), str(uuid4())
    web = stack.start_web(port)
    enrolment = enrol(flat)
    assignment = claim_hit(enrolment_id=enrolment.pk)
    with sending(WorkerClient(port, enrolment), assignment, submission_id), transaction.atomic():
        Enrolment.objects.select_for_update().get(pk=enrolment.pk)
        wait_for(lambda: waiting_for_locks() > 0, seconds=10, what="the submit")
        kill_workers(web)
    wait_for(lambda: waiting_for_locks() == 0, seconds=10, what="its end")
    assert Judgment.objects.count() == 0
    status, answer = replay(enrolment, assignment, submission_id, stack)
    assert status == 201, answer
    assert Judgment.objects.count() == 1
    check_serving(flat)


def test_killed_after_the_commit(stack: Stack, flat: Campaign) -> None:
    port, submission_id = free_web_port(), str(uuid4())
    web = stack.start_web(port)
    enrolment = enrol(flat)
    assignment = claim_hit(enrolment_id=enrolment.pk)
    with transaction.atomic():
        # The submit commits; the claim of the next HIT then waits for the campaign's HITs.
        list(HIT.objects.select_for_update().exclude(pk=assignment.hit_id).values_list("pk"))
        with sending(WorkerClient(port, enrolment), assignment, submission_id):
            wait_for(lambda: Judgment.objects.count() == 1, seconds=10, what="the commit")
            wait_for(lambda: waiting_for_locks() > 0, seconds=10, what="the next claim")
            kill_workers(web)
    assert Judgment.objects.count() == 1
    status, answer = replay(enrolment, assignment, submission_id, stack)
    assert status == 200, answer
    assert Judgment.objects.count() == 1
    check_serving(flat)
