"""Jobs survive: Redis is gone while researchers request them, a child of the pool is killed in the
middle, and everything is killed and restarted."""

import http.client
from dataclasses import replace
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db.models.functions import Now

from addons.alignment.models import Alignment
from addons.alignment.tests.requested import OWN, request_alignment
from annotation.models import Dataset, User
from annotation.services.jobs.jobs import discard_job
from embedded.redis import Redis
from midpath.alignment.options.words import PRESETS
from tests.faults.processes import Stack, free_web_port, kill_tree, processes_of, wait_for
from tests.helpers.documents import import_documents
from tests.helpers.factories import make_project
from tests.helpers.pages import signed_in

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.long]

Status = Alignment.Status
# Long enough to be killed in the middle.
LONG: dict[str, Any] = {"method": "strict_forward", "groups": 6, "runs": 10}
SILENT = timedelta(minutes=2)


@pytest.fixture
def documents(user: User) -> Dataset:
    sections = [f"wine{n % 7} cars{n % 5} roses{n % 3}" for n in range(1500)]
    given = [{"document": f"d{n}", "sections": sections} for n in range(2)]
    return import_documents(given, make_project(user))


def request_long_job(documents: Dataset, user: User, **changed: Any) -> Alignment:
    words = replace(PRESETS["acl"], most_percent=100)
    return request_alignment(documents, user, words=words, **LONG | changed)


def is_at(alignment: Alignment, status: str, *, run: int = 1) -> bool:
    return Alignment.objects.filter(pk=alignment.pk, status=status, run=run).exists()


def is_well_begun(alignment: Alignment, *, run: int = 1) -> bool:
    found = Alignment.objects.filter(pk=alignment.pk, status=Status.RUNNING, run=run)
    return found.filter(done__gt=0).exists()


def test_a_job_is_begun_again_after_its_process_was_killed(
    stack: Stack, user: User, documents: Dataset
) -> None:
    alignment = request_long_job(documents, user)
    celery = stack.start_celery()
    wait_for(lambda: is_well_begun(alignment), seconds=60, what="the first run")
    _, *pool = processes_of(celery)
    max(pool, key=lambda process: sum(process.cpu_times()[:2])).kill()
    Alignment.objects.update(beat_at=Now() - SILENT)
    wait_for(lambda: is_well_begun(alignment, run=2), seconds=60, what="the second run")
    kill_tree(celery)
    Alignment.objects.update(beat_at=Now() - SILENT)
    stack.start_celery()
    wait_for(lambda: is_at(alignment, Status.READY, run=3), seconds=120, what="its end")


def test_what_is_stopped_while_it_runs_makes_room_for_the_next(
    stack: Stack, user: User, documents: Dataset
) -> None:
    alignment = request_long_job(documents, user)
    stack.start_celery()
    wait_for(lambda: is_well_begun(alignment), seconds=60, what="the first run")
    discard_job(job=alignment, user=user)
    other = request_long_job(documents, user, method="clustering", runs=1)
    wait_for(lambda: is_at(other, Status.READY), seconds=60, what="the other alignment")
    assert is_at(alignment, Status.DISCARDED)
    assert stack.log("celery").count("Traceback") == 0


def test_with_redis_down_a_researcher_is_answered_and_the_work_begins_later(
    stack: Stack, redis: Redis, user: User, documents: Dataset
) -> None:
    port = free_web_port()
    stack.start_web(port)
    stack.start_celery()
    redis.stop()
    status, where = request_on_page(port, user, documents)
    assert (status, where) == (302, f"/research/alignments/{Alignment.objects.get().pk}/")
    redis.start()
    wait_for(lambda: is_at(Alignment.objects.get(), Status.READY), seconds=60, what="the alignment")


def request_on_page(port: int, user: User, documents: Dataset) -> tuple[int, str]:
    client = signed_in(user)
    token = "a" * 32
    cookies = f"sessionid={client.cookies['sessionid'].value}; csrftoken={token}"
    terms = OWN | {"method": "clustering", "runs": "1", "least_documents": "1"}
    terms |= {"most_percent": "100", "fewest_words": "0", "csrfmiddlewaretoken": token}
    headers = {"Cookie": cookies, "Content-Type": "application/x-www-form-urlencoded"}
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        address = f"/research/datasets/{documents.pk}/alignments/new/"
        connection.request("POST", address, urlencode(terms), headers)
        answer = connection.getresponse()
        return answer.status, answer.headers["Location"] or answer.read().decode()
    finally:
        connection.close()
