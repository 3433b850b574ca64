"""Promise 14: kill -9 of PostgreSQL's postmaster under load loses nothing that was acknowledged."""

import time
from collections.abc import Callable

import pytest
from django.db import connection

from embedded.postgres import Postgres
from tests.faults.checker import check
from tests.faults.clusters import own_cluster, restart
from tests.faults.crowd import Crowd, at_work, people_of
from tests.faults.history import History
from tests.faults.processes import Stack, all_folded, free_web_port, wait_for
from tests.helpers.factories import make_campaign

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.long]

KILLS = 5
BACK_WITHIN = 15


def kill_postmaster(server: Postgres) -> None:
    assert server.child
    assert server.child.process
    server.child.process.kill()
    server.child.process.wait(10)


def acknowledged_after(history: History, moment: float) -> bool:
    return any(one.acknowledged for one in history.since(moment))


@pytest.mark.fault(14)
def test_a_killed_postmaster_loses_nothing(
    stack: Stack, record_property: Callable[[str, object], None]
) -> None:
    with own_cluster() as server:
        campaign = make_campaign(texts=2_000, redundancy=10)
        port = free_web_port()
        stack.start_web(port)
        stack.start_celery()
        stack.wait_for_celery()
        crowd = Crowd(port, people_of(campaign, 8), pause=0.02)
        took = []
        with at_work(crowd):
            for _ in range(KILLS):
                started = time.monotonic()
                wait_for(
                    lambda since=started: acknowledged_after(crowd.history, since),  # type: ignore[misc]
                    seconds=300,
                    what="an acknowledged submit",
                )
                time.sleep(1)  # under load
                killed_at = time.monotonic()
                kill_postmaster(server)
                restart(server)
                up_at = time.monotonic()
                wait_for(
                    lambda since=up_at: acknowledged_after(crowd.history, since),  # type: ignore[misc]
                    seconds=300,
                    what="an acknowledged submit",
                )
                took.append(time.monotonic() - killed_at)
        connection.close()  # it was to the postmaster that was killed
        wait_for(all_folded, seconds=60, what="the last fold")
        acknowledged = len(crowd.history.acknowledged())
        record_property(
            "measured",
            f"{acknowledged} acknowledged, {KILLS} kills, back within {max(took):.1f} s",
        )
        check(crowd.history, campaign)
        assert max(took) < BACK_WITHIN
