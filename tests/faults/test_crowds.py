"""Promises 1, 2, 3 and 8 over HTTP, with real servers: crowds, repeated and lost answers, and
campaigns that change under way."""

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from uuid import uuid4

import pytest
from django.urls import reverse

from annotation.models import HIT, Assignment, Campaign, Judgment
from annotation.services.campaigns.campaigns import extend_redundancy, pause_campaign
from annotation.services.work.claim import claim_hit
from midpath.json_types import JsonObject
from tasks.fold import fold_all
from tests.faults.checker import check
from tests.faults.conftest import own_redis
from tests.faults.crowd import NO_ANSWER, Crowd, Person, at_work, people_of
from tests.faults.history import History, Submission, percentile
from tests.faults.processes import Stack, free_web_port, wait_for
from tests.helpers.factories import at_once, make_campaign, make_user
from tests.helpers.queries import run_sql

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.long]

Measured = Callable[[str, object], None]
ALLOTTED_SECONDS = 3_600


@pytest.fixture(scope="module")
def web(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """Start one web server for all tests here."""
    with own_redis() as redis:
        servers = Stack(tmp_path_factory.mktemp("web"), redis.url)
        port = free_web_port()
        servers.start_web(port)
        yield port
        servers.stop()


def judged(campaign: Campaign, history: History) -> None:
    fold_all(campaign.pk)
    check(history, campaign)


@pytest.mark.fault(1)
def test_two_hundred_workers_race_for_twenty_hits(web: int, record_property: Measured) -> None:
    """Fifty connections at a time, which wait for the answers of two web processes. Each worker
    goes on until nothing is left, since each receipt comes with a further task."""
    campaign = make_campaign(texts=20, redundancy=10)
    people, history = people_of(campaign, 200), History()

    crowd = Crowd(web, people, history=history)
    outcomes = at_once([partial(crowd.work_as, one) for one in people], threads=50)
    assert set(outcomes) == {None}
    acknowledged = history.acknowledged()
    p99 = percentile([one.seconds for one in history.submissions], 0.99)
    record_property("measured", f"{len(acknowledged)} acknowledged, p99 {p99 * 1000:.0f} ms")
    assert len(acknowledged) == Judgment.objects.count() == 200
    assert set(HIT.objects.values_list("taken", flat=True)) == {10}
    assert p99 < 1
    judged(campaign, history)


@pytest.mark.fault(2)
def test_fifty_identical_submits_at_once(web: int, record_property: Measured) -> None:
    campaign, history = make_campaign(), History()
    [enrolment] = people_of(campaign, 1)
    assignment, key = claim_hit(enrolment_id=enrolment.pk).pk, str(uuid4())

    def send() -> int | None:
        person = Person(web, enrolment, history, timeout=30)
        try:
            return person.send(assignment, {"boundaries": [0, 1, 0, 0]}, key).status
        finally:
            person.close()

    statuses = Counter(at_once([send] * 50, threads=50))
    record_property("measured", ", ".join(f"{n} × {status}" for status, n in statuses.items()))
    assert statuses == {201: 1, 200: 49}
    assert Judgment.objects.count() == 1
    judged(campaign, history)


class Absent(Person):
    """Someone whose connection breaks after a third of the requests, before the answer."""

    def send(self, assignment: int, payload: JsonObject, submission_id: str) -> Submission:
        if self.luck.random() > 1 / 3:
            return super().send(assignment, payload, submission_id)
        path = reverse("worker:submit", args=(self.client.code, assignment))
        body = json.dumps({"submission_id": submission_id, "payload": payload})
        with suppress(*NO_ANSWER):
            self.client.connection.request("POST", path, body, self.client.headers)
        self.client.close()
        sent = Submission(self.enrolment.pk, assignment, submission_id, payload, None)
        self.history.add(sent)
        return sent


@pytest.mark.fault(3)
def test_a_third_of_the_answers_is_lost(web: int, record_property: Measured) -> None:
    campaign = make_campaign(texts=100, redundancy=10)
    crowd = Crowd(web, people_of(campaign, 10), share=100, person=Absent)
    crowd.start()
    history = crowd.join()
    lost = sum(one.status is None for one in history.submissions)
    rows = Judgment.objects.count()
    record_property("measured", f"{rows} rows, {lost} of {len(history.submissions)} answers lost")
    assert rows == len({one.submission_id for one in history.submissions}) == 1_000
    assert lost > len(history.submissions) / 5
    judged(campaign, history)


@pytest.mark.fault(8)
def test_open_leases_are_submitted_whatever_happens_to_the_campaign(
    web: int, record_property: Measured
) -> None:
    campaign = make_campaign(texts=40, redundancy=10, seconds_allotted=ALLOTTED_SECONDS)
    crowd = Crowd(web, people_of(campaign, 10), pause=0.1)
    holders = people_of(campaign, 10)
    held = {one: claim_hit(enrolment_id=one.pk).pk for one in holders}
    with at_work(crowd):
        wait_for(lambda: len(crowd.history.acknowledged()) > 20, seconds=300, what="some work")
        extend_redundancy(campaign=campaign, user=None, redundancy=12)
        acknowledged = len(crowd.history.acknowledged())
        wait_for(
            lambda: len(crowd.history.acknowledged()) > acknowledged + 20, seconds=300, what="more"
        )
        pause_campaign(campaign=campaign, user=make_user())
        [[paused_at]] = run_sql("SELECT statement_timestamp()")
        time.sleep(2)  # leases given until now would be found below
        late = Assignment.objects.filter(claimed_at__gt=paused_at).count()
        past = Assignment.objects.filter(enrolment__in=holders[:5])
        past.update(expires_at=paused_at)
        for holder in holders:
            person = Person(web, holder, crowd.history, timeout=30)
            assert person.deliver(held[holder], lambda: True).status == 201
            person.close()
    record_property("measured", f"{late} leases after the pause, {len(held)} of 10 stored")
    assert late == 0
    judged(campaign, crowd.history)
