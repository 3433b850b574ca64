"""Parts that take a slot of their lane: the results are those of one process, whatever happens to
the others or to Redis, and no process helps that has no slot."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings as given
from pytest_django import Settings
from redis import Redis

from annotation.models import Lease
from annotation.services.jobs import queues
from annotation.services.jobs.jobs import Unwanted
from annotation.services.jobs.kinds import Lane
from midpath.parts import Parts
from midpath.progress import Progress, unseen
from tasks import lane_parts
from tasks.lane_parts import in_lane
from tasks.leases import alone, slots_of
from tests.faults.processes import wait_for
from tests.tasks import thirds as shared
from tests.tasks.thirds import COUNT, INPUTS, Elsewhere, Third, stay_until, third, thirds

pytestmark = pytest.mark.django_db(transaction=True)
EXPECTED = [third(number, unseen) for number in range(COUNT)]


@pytest.fixture
def elsewhere(
    lane_worker: None,
    helpers_at_once: None,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Elsewhere]:
    """Let the lane have two slots, and another process help."""
    settings.LANES = settings.LANES | {Lane.COMPUTING: 2}
    monkeypatch.setattr(queues, "_queues", lambda: {thirds.name: Lane.COMPUTING})
    monkeypatch.setattr(shared, "elsewhere", found := Elsewhere())
    found.ended.set()
    # A result that came after the end of an earlier computation stays for a minute.
    if left := left_in_redis():
        Redis.from_url(given.REDIS_URL).delete(*left)
    yield found
    assert found.ended.wait(30)
    helping = Lease.objects.filter(name__startswith="help ")
    wait_for(lambda: not helping.exists(), seconds=10, what="the helper's end")


class Here:
    """The parts that this process begins. It waits with each until something has happened."""

    def __init__(self, until: Any = lambda: True) -> None:
        self.begun: list[int] = []
        self.progress: list[tuple[int, int]] = []
        self._until = until

    def compute(self, number: int, progress: Progress) -> Third:
        self.begun.append(number)
        stay_until(self._until, progress)
        return third(number, progress)

    def results(self) -> list[Third]:
        parts = Parts(COUNT, self.compute, 10, lambda: INPUTS)
        with alone("job", Lane.COMPUTING) as mine:
            assert mine
            found = list(in_lane(thirds, Lane.COMPUTING)(parts, self.report))
        return [Third(*one) for one in found]

    def report(self, done: int, total: int) -> None:
        self.progress.append((done, total))


def left_in_redis() -> list[bytes | str]:
    return list(Redis.from_url(given.REDIS_URL).keys("midpath:parts:*"))


def test_another_process_computes_what_this_one_does_not(elsewhere: Elsewhere) -> None:
    here = Here(until=lambda: len(elsewhere.begun) == COUNT - 1 and elsewhere.ended.is_set())
    assert here.results() == EXPECTED
    assert here.begun == [0]
    assert elsewhere.begun == [1, 2, 3, 4, 5]
    assert elsewhere.prepared == 1
    assert left_in_redis() == []


def test_progress_counts_all_parts_and_never_goes_back(elsewhere: Elsewhere) -> None:
    here = Here(until=lambda: len(elsewhere.begun) >= 2)
    here.results()
    done = [each for each, _ in here.progress]
    assert done == sorted(done)
    assert (done[0], done[-1]) == (0, 10 * COUNT)
    assert {total for _, total in here.progress} == {10 * COUNT}


def test_a_lane_with_one_slot_computes_everything_here(
    elsewhere: Elsewhere, settings: Settings
) -> None:
    settings.LANES = settings.LANES | {Lane.COMPUTING: 1}
    here = Here()
    assert here.results() == EXPECTED
    assert here.begun == list(range(COUNT))
    assert elsewhere.prepared == 0


def test_a_short_computation_calls_nobody(
    elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lane_parts, "FIRST_CALL", 60.0)
    monkeypatch.setattr(lane_parts, "send", lambda *_: pytest.fail("called"))
    assert Here().results() == EXPECTED


def test_nobody_helps_without_a_slot_but_as_soon_as_there_is_one(elsewhere: Elsewhere) -> None:
    calls = 0
    last = slots_of(Lane.COMPUTING)[-1]

    def free_after_some_time() -> bool:
        nonlocal calls
        calls += 1
        if calls == 100:
            Lease.objects.filter(name=last).delete()
        assert calls >= 100 or elsewhere.prepared == 0
        return elsewhere.prepared > 0

    here = Here(until=free_after_some_time)
    Lease.objects.create(name=last, owner="0" * 32, ends_at="2999-01-01T00:00:00Z")
    assert here.results() == EXPECTED
    assert elsewhere.prepared == 1


def test_a_helper_gives_its_slot_back_after_some_time(
    elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lane_parts, "HELPS_FOR", 0.0)
    here = Here(until=lambda: len(elsewhere.begun) == 3)
    assert here.results() == EXPECTED
    assert elsewhere.prepared == 3


def test_a_part_that_another_process_loses_is_computed_here(elsewhere: Elsewhere) -> None:
    def fail(number: int, progress: Progress) -> Third:
        raise ZeroDivisionError

    elsewhere.compute = fail
    here = Here(until=lambda: len(elsewhere.begun) > 0)
    assert here.results() == EXPECTED
    assert sorted(here.begun) == list(range(COUNT))


def test_this_process_begins_the_last_parts_too_until_they_arrive(elsewhere: Elsewhere) -> None:
    here = Here(until=lambda: len(elsewhere.begun) == COUNT - 1)
    stay = here.compute

    def wait_for_this_process(number: int, progress: Progress) -> Third:
        if number == COUNT - 1:
            stay_until(lambda: number in here.begun, progress)
        return third(number, progress)

    def never_finish_the_last(number: int, progress: Progress) -> Third:
        if number == COUNT - 1:
            here.begun.append(number)
            stay_until(lambda: False, progress)
        return stay(number, progress)

    elsewhere.compute = wait_for_this_process
    here.compute = never_finish_the_last  # type: ignore[method-assign]
    assert here.results() == EXPECTED
    assert here.begun == [0, COUNT - 1]


def test_others_stop_when_the_job_is_stopped(elsewhere: Elsewhere) -> None:
    """The helper is busy until its part is no longer needed, or for 30 seconds."""

    def never_finish(number: int, progress: Progress) -> Third:
        stay_until(lambda: False, progress)
        return third(number, progress)

    def stop(done: int, total: int) -> None:
        if elsewhere.begun:
            raise Unwanted

    elsewhere.compute = never_finish
    here = Here(until=lambda: False)
    here.report = stop  # type: ignore[method-assign]
    with pytest.raises(Unwanted):
        here.results()
    assert elsewhere.ended.wait(15)
    assert elsewhere.begun == [1]
    assert left_in_redis() == []


def test_nobody_helps_with_other_data(elsewhere: Elsewhere) -> None:
    elsewhere.inputs = "other numbers"
    here = Here(until=lambda: elsewhere.prepared > 0)
    assert here.results() == EXPECTED
    assert elsewhere.begun == []


def test_nobody_helps_another_version(
    elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts_of = elsewhere.parts

    def prepared_by_another() -> Parts[Third]:
        monkeypatch.setattr(lane_parts, "VERSION", "0.0.1")
        return parts_of()

    monkeypatch.setattr(elsewhere, "parts", prepared_by_another)
    here = Here(until=lambda: elsewhere.prepared > 0)
    assert here.results() == EXPECTED
    assert elsewhere.begun == []


def test_without_redis_one_process_computes_everything(
    elsewhere: Elsewhere, settings: Settings
) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    here = Here()
    assert here.results() == EXPECTED
    assert sorted(here.begun) == list(range(COUNT))


def test_what_redis_loses_is_computed_here(elsewhere: Elsewhere) -> None:
    def lose(number: int, progress: Progress) -> Third:
        Redis.from_url(given.REDIS_URL).delete(*left_in_redis())
        return third(number, progress)

    elsewhere.compute = lose
    here = Here(until=lambda: len(elsewhere.begun) > 0)
    assert here.results() == EXPECTED
