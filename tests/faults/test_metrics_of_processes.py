"""Metrics of real processes: those of a web server add up, also after one is killed, and a Celery
worker serves those of its pool."""

import signal
from http.client import HTTPConnection

import pytest
from prometheus_client.parser import text_string_to_metric_families

from annotation.models import Campaign
from annotation.services.work.claim import claim_hit
from bench.site.client import WorkerClient
from tests.faults.processes import (
    Stack,
    all_folded,
    free_web_port,
    processes_of,
    wait_for,
    wait_for_web,
)
from tests.helpers.factories import answer_for, enrol

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.long]


def value(port: int, name: str, **labels: str) -> float:
    """Return a sample of a server's metrics; 0 if there is none."""
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", "/metrics", headers={"Host": "some-pod:9000"})
    response = connection.getresponse()
    text = response.read().decode()
    connection.close()
    assert response.status == 200, text
    samples = (one for family in text_string_to_metric_families(text) for one in family.samples)
    return next((one.value for one in samples if (one.name, one.labels) == (name, labels)), 0.0)


def test_processes_add_up_and_a_killed_one_takes_no_counts_with_it(
    stack: Stack, flat: Campaign
) -> None:
    web_port, worker_port = free_web_port(), free_web_port()
    stack.extra = {"MIDPATH_WORKER_METRICS": f"127.0.0.1:{worker_port}"}
    web = stack.start_web(web_port, workers=2)
    celery = stack.start_celery()
    for _ in range(6):
        enrolment = enrol(flat)
        draft = claim_hit(enrolment_id=enrolment.pk)
        client = WorkerClient(web_port, enrolment)
        status, receipt = client.submit(draft.pk, answer_for(draft))
        client.close()
        assert status in {200, 201}, receipt
    assert value(web_port, "midpath_submits_total", outcome="stored") == 6
    _, *workers = processes_of(web)
    assert len(workers) == 2
    for one in workers:
        one.send_signal(signal.SIGKILL)
        one.wait(10)
    wait_for_web(web_port)
    assert value(web_port, "midpath_submits_total", outcome="stored") == 6
    assert value(web_port, "midpath_judgments") == 6

    wait_for(all_folded, seconds=60, what="the fold")
    done = {"task": "tasks.sweep", "outcome": "done"}
    wait_for(
        lambda: value(worker_port, "midpath_tasks_total", **done) > 0,
        seconds=60,
        what="a counted sweep",
    )
    _, *pool = processes_of(celery)
    for one in pool:
        one.send_signal(signal.SIGKILL)
    before = value(worker_port, "midpath_tasks_total", **done)
    wait_for(
        lambda: value(worker_port, "midpath_tasks_total", **done) > before,
        seconds=60,
        what="a sweep of a new process",
    )
