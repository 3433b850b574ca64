"""A full disk: nothing can be stored, so nothing is acknowledged; once there is room again, work
continues."""

import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from django.db import connection

from embedded.postgres import Postgres
from tests.faults.checker import check
from tests.faults.clusters import own_cluster, restart
from tests.faults.crowd import Crowd, at_work, people_of
from tests.faults.processes import Stack, all_folded, free_web_port, status_of, wait_for
from tests.helpers.factories import make_campaign

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.long]

MEGABYTES = 200
FULL_SECONDS = 10


@contextmanager
def small_disk() -> Iterator[Path]:
    """Mount a small file system in memory, which only root may do."""
    # Not in pytest's folder, which is closed to PostgreSQL's account.
    with tempfile.TemporaryDirectory(prefix="disk-") as name:
        Path(name).chmod(0o755)
        disk = Path(name) / "disk"
        disk.mkdir()
        options = f"size={MEGABYTES}m,mode=755"
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(disk)],
            capture_output=True,
            check=False,
        )
        if mounted.returncode:
            pytest.skip("Only root can mount the small file system that this test fills.")
        try:
            yield disk
        finally:
            subprocess.run(["umount", "--lazy", str(disk)], check=True)


@contextmanager
def filled(disk: Path) -> Iterator[None]:
    """Leave no room at all during the block."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file:
        for size in (2**20, 2**12):
            block = b"\0" * size
            try:
                while True:
                    file.write(block)
            except OSError:
                continue
    try:
        yield
    finally:
        ballast.unlink()


@pytest.mark.fault(21)
def test_on_a_full_disk_nothing_acknowledged_is_lost(
    stack: Stack, record_property: Callable[[str, object], None]
) -> None:
    with small_disk() as disk, own_cluster(disk) as server:
        campaign = make_campaign(texts=2_000, redundancy=10)
        port = free_web_port()
        stack.start_web(port)
        stack.start_celery()
        stack.wait_for_celery()
        crowd = Crowd(port, people_of(campaign, 8), pause=0.02)
        with at_work(crowd):
            wait_for(lambda: len(crowd.history.acknowledged()) > 100, seconds=300, what="some work")
            began = time.monotonic()
            with filled(disk):
                wait_for(partial(health_is, port, 503), seconds=30, what="a red health page")
                time.sleep(FULL_SECONDS)
                refused = [one for one in crowd.history.since(began) if not one.acknowledged]
            emptied_at = time.monotonic()
            took = time_until_back(server, crowd, emptied_at)
        connection.close()  # PostgreSQL may have been started again
        wait_for(all_folded, seconds=60, what="the last fold")
        wait_for(partial(health_is, port, 200), seconds=30, what="a green health page")
        statuses = sorted({one.status for one in refused}, key=str)
        record_property(
            "measured",
            f"{len(crowd.history.acknowledged())} acknowledged, {len(refused)} refused "
            f"({', '.join(map(str, statuses))}), back after {took:.1f} s",
        )
        assert refused
        assert set(statuses) == {503}
        check(crowd.history, campaign)


def health_is(port: int, status: int) -> bool:
    return status_of(port, "/health/") == status


def time_until_back(server: Postgres, crowd: Crowd, since: float) -> float:
    """Start PostgreSQL again if it ended, which it does where its log finds no room."""
    if not server.alive:
        restart(server)
    wait_for(
        lambda: any(one.acknowledged for one in crowd.history.since(since)),
        seconds=300,
        what="an acknowledged submit",
    )
    return time.monotonic() - since
