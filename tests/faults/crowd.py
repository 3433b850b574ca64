"""A crowd of clients that work over HTTP as the worker's page does: each sends an answer under one
id again until the server has acknowledged it, and records everything."""

import http.client
import json
import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any
from uuid import uuid4

from django.urls import reverse

from annotation.models import Campaign, Enrolment
from bench.site.client import WorkerClient
from midpath.json_types import JsonObject
from tests.faults.checker import LATER
from tests.faults.history import History, Lease, Submission, is_settled
from tests.faults.processes import in_background
from tests.helpers.factories import enrol

DESK = re.compile(r'<script id="desk-data" type="application/json">(.*?)</script>', re.DOTALL)
WORDS = 5  # in each text of tests.helpers.factories.numbered_texts
RETRY_SECONDS = 0.2
# As the answers say in Retry-After.
BUSY_SECONDS = 2
NOTHING_MORE = {"nothing_left", "enough"}
NO_ANSWER = (OSError, http.client.HTTPException)


class Person:
    """A worker whose every submission is recorded."""

    def __init__(self, port: int, enrolment: Enrolment, history: History, timeout: float) -> None:
        self.client = WorkerClient(port, enrolment, timeout=timeout)
        self.enrolment = enrolment
        self.history = history
        self.luck = Random(enrolment.pk)
        self.is_over = False

    def begin(self) -> int | None:
        """Take a task by the form on the page between tasks, as at the start, and return its
        assignment; None if there is none, or no answer came."""
        code = self.client.code
        try:
            led_to = self._request("POST", reverse("worker:next", args=(code,)))[1]
            page = self._request("GET", reverse("worker:hit", args=(code,)))[2]
        except NO_ANSWER:
            self.client.close()
            return None
        self.is_over = led_to == reverse("worker:done", args=(code,))
        desk = DESK.search(page)
        return self._taken(json.loads(desk[1]).get("hit")) if desk else None

    def _request(self, method: str, path: str) -> tuple[int, str, str]:
        """Return the status, the address that it leads to, and the page."""
        self.client.connection.request(method, path, headers=self.client.headers)
        answer = self.client.connection.getresponse()
        return answer.status, answer.headers.get("Location", ""), answer.read().decode()

    def send(self, assignment: int, payload: JsonObject, submission_id: str) -> Submission:
        """Try once to submit."""
        status: int | None = None
        answer: Any = {}
        began = time.monotonic()
        try:
            status, answer = self.client.submit(assignment, payload, submission_id)
        except NO_ANSWER:
            self.client.close()
        sent = Submission(
            self.enrolment.pk,
            assignment,
            submission_id,
            payload,
            status,
            answer if isinstance(answer, dict) else {},
            began,
            time.monotonic() - began,
        )
        self.history.add(sent)
        return sent

    def deliver(self, assignment: int, gives_up: Callable[[], bool]) -> Submission:
        """Submit an answer until it is acknowledged."""
        payload, key = self.answer(), str(uuid4())
        while True:
            sent = self.send(assignment, payload, key)
            if is_settled(sent) or gives_up():
                return sent
            if sent.status in LATER:
                # The server closes idle connections after as long, at worst while we send.
                self.client.close()
            time.sleep(BUSY_SECONDS if sent.status in LATER else RETRY_SECONDS)

    def answer(self) -> JsonObject:
        return {"boundaries": [self.luck.randint(0, 1) for _ in range(WORDS - 1)]}

    def next_of(self, sent: Submission) -> int | None:
        """Return the assignment that came with a receipt."""
        self.is_over = (sent.answer.get("over") or {}).get("code") in NOTHING_MORE
        return self._taken(sent.answer.get("hit"))

    def close(self) -> None:
        self.client.close()

    def _taken(self, hit: Any) -> int | None:
        if not hit:
            return None
        self.history.add(Lease(self.enrolment.pk, hit["assignment"]))
        return int(hit["assignment"])


@dataclass
class Crowd:
    """People who work at once, each in a thread: until they are stopped, have done their share, or
    nothing is left for them. What is on its way when they stop is still delivered."""

    port: int
    people: Sequence[Enrolment]
    share: int = 1_000_000
    pause: float = 0
    timeout: float = 30
    patience: float = 60
    history: History = field(default_factory=History)
    person: type[Person] = Person
    stopped: threading.Event = field(default_factory=threading.Event)
    _threads: list[threading.Thread] = field(default_factory=list)
    _ended_at: float = 0

    def start(self) -> None:
        for enrolment in self.people:
            self._threads.append(in_background(partial(self.work_as, enrolment)))

    def join(self) -> History:
        for thread in self._threads:
            thread.join()
        return self.history

    def stop(self) -> History:
        """Let everyone deliver what they have begun."""
        self._ended_at = time.monotonic() + self.patience
        self.stopped.set()
        return self.join()

    def _gives_up(self) -> bool:
        return self.stopped.is_set() and time.monotonic() > self._ended_at

    def work_as(self, enrolment: Enrolment) -> None:
        person = self.person(self.port, enrolment, self.history, self.timeout)
        assignment, done = None, 0
        try:
            while done < self.share and not (self.stopped.is_set() or person.is_over):
                assignment = assignment or person.begin()
                if assignment is None:
                    self.stopped.wait(RETRY_SECONDS)
                    continue
                sent = person.deliver(assignment, self._gives_up)
                assignment, done = person.next_of(sent), done + 1
                self.stopped.wait(self.pause)
        finally:
            person.close()


@contextmanager
def at_work(crowd: Crowd) -> Iterator[Crowd]:
    """Let a crowd work during the block; what they have begun is delivered at its end."""
    crowd.start()
    try:
        yield crowd
    finally:
        crowd.stop()


def people_of(campaign: Campaign, number: int) -> list[Enrolment]:
    return [enrol(campaign) for _ in range(number)]
