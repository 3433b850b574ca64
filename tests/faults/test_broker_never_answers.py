"""A broker whose answer never ends delays no submit: messages go through a separate thread, so that
people are answered while that thread still waits."""

import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from annotation.models import Campaign, Judgment
from annotation.services.work.claim import claim_hit
from bench.site.client import WorkerClient
from tests.faults.processes import Stack, free_web_port, wait_for
from tests.helpers.factories import enrol

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

DEADLINE_SECONDS = 30


class EndlessBroker:
    """Accepts every connection and sends one letter of an answer again and again, so that no limit
    on the time between two letters is ever exceeded."""

    def __init__(self) -> None:
        self._server = socket.create_server(("127.0.0.1", 0))
        self._stopped = threading.Event()
        self.url = f"redis://127.0.0.1:{self._server.getsockname()[1]}/0"
        self.called = threading.Event()
        threading.Thread(target=self._take, daemon=True).start()

    def _take(self) -> None:
        with suppress(OSError):
            while True:
                taken, _ = self._server.accept()
                threading.Thread(target=self._answer, args=(taken,), daemon=True).start()
                self.called.set()

    def _answer(self, taken: socket.socket) -> None:
        with taken, suppress(OSError):
            taken.sendall(b"+")
            while not self._stopped.wait(0.2):
                taken.sendall(b"a")

    def stop(self) -> None:
        self._stopped.set()
        self._server.close()


@pytest.fixture
def broker() -> Iterator[EndlessBroker]:
    endless = EndlessBroker()
    yield endless
    endless.stop()


@pytest.fixture
def served(tmp_path: Path, broker: EndlessBroker) -> Iterator[int]:
    """Return the port of a web process that uses this broker."""
    stack = Stack(tmp_path, broker.url)
    port = free_web_port()
    stack.start_web(port)
    yield port
    stack.stop()


def test_submits_are_answered(served: int, broker: EndlessBroker, flat: Campaign) -> None:
    enrolment = enrol(flat)
    assignment = claim_hit(enrolment_id=enrolment.pk).pk
    client = WorkerClient(served, enrolment, timeout=DEADLINE_SECONDS)
    for _ in range(5):
        status, answer = client.submit(assignment, {"boundaries": [0, 1, 0, 0]})
        assert status == 201, answer
        assignment = answer["hit"]["assignment"]
    client.close()
    assert Judgment.objects.count() == 5
    wait_for(broker.called.is_set, seconds=DEADLINE_SECONDS, what="the message")
