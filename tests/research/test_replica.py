"""A replica is read for researchers' pages and files alone: never for claims, submissions or access
checks, nor by someone who has just changed something. If it fails, the primary answers."""

import math
import threading
import time
from collections.abc import Iterator
from typing import cast

import pytest
from django.db import connection, connections
from django.db.models.functions import Now
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from annotation.models import (
    Assignment,
    AuditEvent,
    Campaign,
    Heartbeat,
    Judgment,
    Membership,
    User,
)
from annotation.research.common.access import ResearcherRequest
from annotation.research.common.replica import WROTE, may_be_old
from annotation.services.replica import REPLICA, Gauge, gauge
from tasks.fold import fold_all
from tasks.sweep import sweep
from tests.helpers.factories import (
    enrol,
    join_form,
    judge_next,
    make_campaign,
    make_dataset,
    make_project,
    make_user,
)
from tests.helpers.pages import signed_in
from tests.helpers.replicas import Trap, known_replica, replica_at
from tests.worker.browser import Browser

pytestmark = pytest.mark.django_db(transaction=True, databases=("default", REPLICA))

READ_ONLY = {"options": "-c default_transaction_read_only=on"}


@pytest.fixture(scope="module", autouse=True)
def _known() -> Iterator[None]:
    with known_replica():
        yield


@pytest.fixture
def owner() -> User:
    return make_user()


@pytest.fixture
def campaign(owner: User) -> Campaign:
    return make_campaign(make_dataset(3, make_project(owner)))


@pytest.fixture
def dashboard(campaign: Campaign) -> str:
    return f"/research/campaigns/{campaign.pk}/"


@pytest.fixture
def trap(monkeypatch: pytest.MonkeyPatch) -> Iterator[Trap]:
    trap = Trap()
    with replica_at(monkeypatch, **trap.address):
        yield trap
    trap.close()


@pytest.fixture
def replica(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A connection to the same data that only reads. tests/faults has a real replica."""
    with replica_at(monkeypatch, OPTIONS=READ_ONLY):
        set_behind(monkeypatch, 0.25)
        yield


def set_behind(patch: pytest.MonkeyPatch, seconds: float) -> None:
    patch.setattr(gauge, "_seconds", seconds)
    patch.setattr(gauge, "_next_at", math.inf)


def test_a_measurement_that_hangs_is_no_measurement(monkeypatch: pytest.MonkeyPatch) -> None:
    """One thread waits for a replica whose machine is gone; the others do not."""
    asked, over = threading.Event(), threading.Event()

    def hang(*_: object) -> tuple[float]:
        asked.set()
        assert over.wait(30)
        return (0.5,)

    monkeypatch.setattr("annotation.services.replica._row", hang)
    hanging = Gauge(_next_at=time.monotonic(), _seconds=0.25)
    waiting = threading.Thread(target=hanging.seconds_behind)
    waiting.start()
    assert asked.wait(30)
    assert hanging.seconds_behind() == 0.25
    monkeypatch.setattr("annotation.services.replica.MEASURED_WITHIN", 0.0)
    assert hanging.seconds_behind() is None
    over.set()
    waiting.join()
    assert hanging.seconds_behind() == 0.5


def read_there(client: Client, address: str, status: int = 200) -> int:
    """Return how many queries of a page the replica answered."""
    with CaptureQueriesContext(connections[REPLICA]) as there:
        assert client.get(address).status_code == status
    return len(there)


def test_nothing_that_workers_and_jobs_do_touches_it(
    campaign: Campaign, owner: User, dashboard: str, trap: Trap
) -> None:
    browser = Browser(Client(), campaign.code)
    browser.post("join", join_form(enrol(campaign, "somebody").worker))
    for _ in range(2):
        browser.post("next")
        assert browser.get("hit").status_code == 200
        hit = Assignment.objects.get(status="open")
        length = len(hit.hit.item.words)
        assert browser.submit(hit, [0] * (length - 1)).status_code == 201
    browser.post("return", None, Assignment.objects.get(status="open").pk)
    for page in ("join", "earnings", "kept", "done"):
        browser.get(page)
    sweep()
    assert Judgment.objects.filter(folded=True).count() == 2
    assert trap.touched == 0
    assert signed_in(owner).get(dashboard).status_code == 200
    assert trap.touched == 1


def test_a_page_reads_there_and_says_how_old_it_may_be(
    campaign: Campaign, owner: User, dashboard: str, replica: None
) -> None:
    judge_next(enrol(campaign))
    fold_all(campaign.pk)
    client = signed_in(owner)
    there = CaptureQueriesContext(connections[REPLICA])
    with CaptureQueriesContext(connection) as here, there:
        page = client.get(dashboard)
    assert "read from a replica, at most 0.3 s behind" in " ".join(page.text.split())
    assert len(there) > 5
    # The session, the account, and the campaign with the reader's role.
    assert len(here) == 3
    assert "pays_extra" in here.captured_queries[2]["sql"]
    # The page shows the campaign as it is there, like everything else.
    assert any("pays_extra" in query["sql"] for query in there.captured_queries)


def test_who_may_read_is_decided_on_the_primary(
    campaign: Campaign, owner: User, dashboard: str, replica: None
) -> None:
    Membership.objects.filter(user=owner).delete()
    assert read_there(signed_in(owner), dashboard, status=404) == 0
    assert AuditEvent.objects.filter(verb="access.refused").count() == 1


def test_who_changed_something_reads_from_the_primary_for_a_while(
    campaign: Campaign, owner: User, dashboard: str, replica: None
) -> None:
    client = signed_in(owner)
    assert read_there(client, dashboard)
    assert client.post(f"{dashboard}pause/").status_code == 302
    assert client.cookies[WROTE]["max-age"] == 10
    assert read_there(client, dashboard) == 0
    del client.cookies[WROTE]
    assert read_there(client, dashboard)


def test_one_that_is_far_behind_is_not_read(
    owner: User, dashboard: str, replica: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_behind(monkeypatch, 5.1)
    assert read_there(signed_in(owner), dashboard) == 0
    health = Client().get("/health/")
    assert (health.status_code, health.json()["replica"]) == (503, "5.1 s behind")


def test_a_primary_is_no_replica(
    owner: User, dashboard: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with replica_at(monkeypatch, OPTIONS=READ_ONLY):
        assert read_there(signed_in(owner), dashboard) == 1  # that which measures
        assert Client().get("/health/").json()["replica"] == "unreachable"


def test_if_it_fails_the_primary_answers_for_a_while(
    owner: User, dashboard: str, replica: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = signed_in(owner)
    assert read_there(client, dashboard)
    monkeypatch.setitem(connections[REPLICA].settings_dict, "PORT", "1")
    connections[REPLICA].close()
    assert client.get(dashboard).status_code == 200
    assert gauge.seconds_behind() is None


def test_a_page_that_writes_is_made_on_the_primary(owner: User, replica: None) -> None:
    def write(request: ResearcherRequest) -> HttpResponse:
        Heartbeat.objects.create(name="of a page", beat_at=Now())
        return HttpResponse()

    assert may_be_old(write)(cast(ResearcherRequest, RequestFactory().get("/"))).status_code == 200
    assert Heartbeat.objects.filter(name="of a page").exists()
    assert gauge.seconds_behind() == 0.25


def test_a_file_is_read_there_and_its_download_audited_here(
    campaign: Campaign, owner: User, dashboard: str, replica: None
) -> None:
    judge_next(enrol(campaign))
    client = signed_in(owner)
    assert read_there(client, f"{dashboard}gold.json") > 3
    assert AuditEvent.objects.filter(verb="file.taken").count() == 1
    assert Judgment.objects.count() == 1
