"""Promise 16: no beat, two beats, and clocks of machines that are an hour off. PostgreSQL's clock
decides."""

import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from django.db.models.functions import Now

from annotation.models import Assignment, AuditEvent, Campaign, CampaignReport
from annotation.services.work.claim import claim_hit
from tests.faults.checker import check
from tests.faults.crowd import Crowd, people_of
from tests.faults.history import History
from tests.faults.processes import Stack, all_folded, free_web_port, status_of, wait_for
from tests.helpers.factories import enrol, judge_all_at_random, make_campaign

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.long]

Measured = Callable[[str, object], None]
SHIFTED_CLOCK = Path(__file__).with_name("shifted_clock.c")
ALLOTTED_SECONDS = 3_600
BEAT = ("-A", "config", "beat", "--loglevel", "INFO")
WORKER = ("-A", "config", "worker", "--loglevel", "INFO", "--concurrency", "2")


@pytest.fixture(scope="session")
def shifted_clock(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a library that shifts the time of day of the processes that load it."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("This machine has no C compiler (apt-get install gcc).")
    library = tmp_path_factory.mktemp("clock") / "shifted_clock.so"
    command = [compiler, "-shared", "-fPIC", "-O2", "-o", str(library), str(SHIFTED_CLOCK), "-ldl"]
    subprocess.run(command, check=True)
    return library


def hours_off(stack: Stack, hours: int, library: Path) -> Stack:
    """Return the same stack, whose next processes have a clock that is this many hours off."""
    shift = {"LD_PRELOAD": str(library), "SHIFT_SECONDS": str(hours * 3600)}
    return replace(stack, extra=shift) if hours else stack


@pytest.fixture
def campaign() -> Campaign:
    return make_campaign(texts=40, redundancy=10, seconds_allotted=ALLOTTED_SECONDS)


def work(campaign: Campaign, port: int) -> History:
    crowd = Crowd(port, people_of(campaign, 4), share=10)
    crowd.start()
    return crowd.join()


def overdue_lease(campaign: Campaign) -> Assignment:
    """Return a lease whose time is over; its worker will not come back."""
    lease = claim_hit(enrolment_id=enrol(campaign).pk)
    Assignment.objects.filter(pk=lease.pk).update(expires_at=Now() - timedelta(seconds=1))
    return lease


def times_expired(lease: Assignment) -> int:
    return AuditEvent.objects.filter(verb="hit.expired", object_id=lease.pk).count()


def health_is(port: int, status: int) -> bool:
    return status_of(port, "/health/") == status


@pytest.mark.fault(16)
def test_without_beat_leases_are_reclaimed_and_health_is_red(
    stack: Stack, record_property: Measured
) -> None:
    """The last worker finds no other slot than the one whose lease is over."""
    campaign = make_campaign(texts=10, redundancy=4, seconds_allotted=ALLOTTED_SECONDS)
    port = free_web_port()
    stack.start_celery(beat=False)
    stack.wait_for_celery()
    stack.start_web(port, workers=1)
    lease = overdue_lease(campaign)
    history = work(campaign, port)
    assert times_expired(lease) == 1
    assert len(history.acknowledged()) == 40
    wait_for(all_folded, seconds=10, what="the last fold, by messages alone")
    assert health_is(port, 503)
    record_property("measured", f"no beat: {len(history.acknowledged())} stored, health 503")
    check(history, campaign)


@pytest.mark.fault(16)
def test_two_beats_have_no_double_effect(
    stack: Stack, campaign: Campaign, record_property: Measured
) -> None:
    port = free_web_port()
    stack.start_celery()
    stack.wait_for_celery()
    stack.start("beat", "celery", *BEAT, "--schedule", str(stack.folder / "other"))
    stack.start_web(port, workers=1)
    wait_for(partial(health_is, port, 200), seconds=300, what="a green health page")
    wait_for(lambda: "Sending due task sweep" in stack.log("beat"), seconds=300, what="beat")
    leases = [overdue_lease(campaign) for _ in range(10)]
    history = work(campaign, port)
    wait_for(lambda: all(map(times_expired, leases)), seconds=10, what="the end of the leases")
    wait_for(all_folded, seconds=10, what="the last fold")
    sent = [stack.log(name).count("Sending due task sweep") for name in ("celery", "beat")]
    assert all(sent)
    assert [times_expired(lease) for lease in leases] == [1] * 10
    record_property("measured", f"two beats: {sent} sweeps asked for, each lease expired once")
    check(history, campaign)


@pytest.mark.fault(16)
@pytest.mark.parametrize(
    ("web", "worker", "beat"), [(1, -1, 0), (-1, 1, 0), (0, 1, -1)], ids=["web", "worker", "beat"]
)
def test_clocks_that_are_an_hour_off_change_nothing(
    stack: Stack,
    campaign: Campaign,
    web: int,
    worker: int,
    beat: int,
    shifted_clock: Path,
    record_property: Measured,
) -> None:
    port = free_web_port()
    hours_off(stack, worker, shifted_clock).start_celery(beat=False)
    stack.wait_for_celery()
    schedule = ("--schedule", str(stack.folder / "schedule"))
    hours_off(stack, beat, shifted_clock).start("beat", "celery", *BEAT, *schedule)
    hours_off(stack, web, shifted_clock).start_web(port, workers=1)
    green = wait_for(partial(health_is, port, 200), seconds=300, what="a green health page")
    lease = overdue_lease(campaign)
    reclaimed = wait_for(lambda: times_expired(lease) == 1, seconds=10, what="the end of the lease")
    history = work(campaign, port)
    settled = wait_for(all_folded, seconds=10, what="the last fold")
    left = [one.answer["hit"]["seconds"] for one in history.acknowledged() if one.answer["hit"]]
    assert all(ALLOTTED_SECONDS - 60 < seconds <= ALLOTTED_SECONDS for seconds in left)
    record_property(
        "measured",
        f"web {web:+d} h, worker {worker:+d} h, beat {beat:+d} h: health green after {green:.0f} s,"
        f" lease reclaimed after {reclaimed:.1f} s, settled after {settled:.1f} s",
    )
    assert health_is(port, 200)
    check(history, campaign)


@pytest.mark.fault(16)
def test_reports_are_made_where_the_clock_is_ahead(
    stack: Stack, shifted_clock: Path, record_property: Measured
) -> None:
    """They have a machine of their own, whose clock is an hour ahead of that of the sweep."""
    campaign = make_campaign(texts=4, redundancy=3)
    judge_all_at_random(campaign, workers=3, seed=1)
    schedule = str(stack.folder / "beat")
    stack.start("celery", "celery", *WORKER, "-Q", "folds", "-B", "--schedule", schedule)
    ahead = hours_off(stack, 1, shifted_clock)
    ahead.start("reports", "celery", *WORKER, "-Q", "reports", "--hostname", "reports@%h")
    for name in ("celery", "reports"):
        stack.wait_for_celery(name=name)
    reports = CampaignReport.objects.filter(campaign=campaign, kind=CampaignReport.Kind.INTERVALS)
    made = wait_for(reports.exists, seconds=30, what="the reports")
    record_property("measured", f"reports {made:.1f} s after both workers were ready")
    assert "Discarding revoked task" not in stack.log("reports")
