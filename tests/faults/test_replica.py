"""A real streaming replica: pages come from it while it is near, and from the primary while it is
far behind or gone."""

import re
import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import closing

import psycopg2
import pytest

from annotation.models import Campaign, User
from annotation.services.replica import MAX_SECONDS_BEHIND, REPLICA, WRITTEN
from tasks.fold import fold_all
from tests.faults.processes import wait_for
from tests.helpers.factories import enrol, judge_next
from tests.helpers.pages import signed_in
from tests.helpers.queries import run_sql
from tests.helpers.replicas import Standby, known_replica, replica_at, streaming_replica

pytestmark = [
    pytest.mark.django_db(transaction=True, databases=("default", REPLICA)),
    pytest.mark.slow,
    pytest.mark.long,
]

READ_THERE = re.compile(r"read from a replica, at most ([0-9.]+) s\s+behind")
VERSION = re.compile(r"version ([0-9]+)")


@pytest.fixture(scope="module", autouse=True)
def _known() -> Iterator[None]:
    with known_replica():
        yield


@pytest.fixture
def standby() -> Iterator[Standby]:
    with streaming_replica() as standby:
        yield standby


@pytest.fixture
def replica(standby: Standby, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with replica_at(monkeypatch, HOST=str(standby.folder), PORT="5432"):
        yield


class Reader:
    """The owner of a campaign, who opens its dashboard."""

    def __init__(self, campaign: Campaign) -> None:
        owner = User.objects.get(memberships__project=campaign.dataset.project)
        self.client, self.path = signed_in(owner), f"/research/campaigns/{campaign.pk}/"

    def version(self) -> tuple[int, bool]:
        """Return the version of the figures, and whether they were read from the replica."""
        page = self.client.get(self.path)
        assert page.status_code == 200
        return int(VERSION.findall(page.text)[0]), bool(READ_THERE.search(page.text))

    def health(self) -> str:
        return str(self.client.get("/health/").json()["replica"])


def judge(campaign: Campaign, worker: str) -> None:
    judge_next(enrol(campaign, worker))
    fold_all(campaign.pk)


def milliseconds_behind(standby: Standby, campaign: Campaign, times: int) -> list[float]:
    """Return how long the replica took to have each judgment."""
    found = []
    with closing(psycopg2.connect(standby.url)) as there, there.cursor() as cursor:
        there.autocommit = True
        for number in range(times):
            judge(campaign, f"measured {number}")
            began = time.monotonic()
            [(written, _)] = run_sql(WRITTEN)
            has_it = False
            while not has_it and time.monotonic() - began < 30:
                cursor.execute("SELECT pg_last_wal_replay_lsn() >= %s", (written,))
                [has_it] = cursor.fetchone() or (False,)
            found.append(1000 * (time.monotonic() - began))
    return found


def test_pages_come_from_it_while_it_is_near(
    flat: Campaign, standby: Standby, replica: None
) -> None:
    judge(flat, "first")
    lags = milliseconds_behind(standby, flat, 20)
    sys.stdout.write(f"behind: {statistics.median(lags):.1f} ms, at most {max(lags):.1f} ms\n")
    reader = Reader(flat)
    assert reader.version() == (21, True)

    standby.run("SELECT pg_wal_replay_pause()::text")
    judge(flat, "while it is paused")
    began, seen = time.monotonic(), set[tuple[int, bool]]()
    while (22, False) not in seen and time.monotonic() - began < 60:
        seen.add(reader.version())
    # Each page is of one server.
    assert {(22, False)} <= seen <= {(21, True), (22, False)}
    sys.stdout.write(f"read from the primary after {time.monotonic() - began:.1f} s\n")
    assert float(reader.health().split()[0]) > MAX_SECONDS_BEHIND

    standby.run("SELECT pg_wal_replay_resume()::text")
    wait_for(lambda: reader.version() == (22, True), seconds=30, what="the replica's page")

    standby.kill()
    assert reader.version() == (22, False)
    assert reader.health() == "unreachable"
    standby.child.start()
    wait_for(standby.answers, seconds=60, what="the replica")
    judge(flat, "after it came back")
    wait_for(lambda: reader.version() == (23, True), seconds=60, what="the replica's page")
