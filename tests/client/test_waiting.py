"""Waiting for jobs: until they are done, not for ever, and not after a failure."""

import json

import pytest

from midpath import Midpath
from midpath.errors import JobFailed, NotFound, TookTooLong
from midpath.waiting import wait
from tests.client.scripted import Act, Scripted


class Clock:
    """A clock that only sleeping advances."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


def test_it_ends_as_soon_as_it_is_so() -> None:
    clock, readings = Clock(), iter(range(10))
    found = wait(
        lambda: next(readings),
        lambda number: number == 3,
        sleep=clock.sleep,
        clock=lambda: clock.now,
    )
    assert (found, clock.slept) == (3, [0.5, 1.0, 2.0])


def test_it_ends_when_the_time_is_over_and_not_later() -> None:
    clock = Clock()
    with pytest.raises(TookTooLong, match="After 60 seconds the harvest") as error:
        wait(
            lambda: "green",
            lambda _: False,
            timeout=60,
            what="the harvest",
            sleep=clock.sleep,
            clock=lambda: clock.now,
        )
    assert (clock.now, max(clock.slept)) == (60, 8)
    assert error.value.__notes__ == ["The last reading: 'green'"]


def snapshot(status: str, done: int, problem: str = "") -> Act:
    body = f'{{"status": "{status}", "done": {done}, "total": 4, "problem": "{problem}"}}'
    return Act(body=body.encode())


@pytest.mark.long
def test_a_snapshot_is_waited_for_and_shows_how_far_it_is(
    client: Midpath, server: Scripted
) -> None:
    server.acts = [snapshot("waiting", 0), snapshot("running", 2), snapshot("ready", 4)]
    calls: list[tuple[int, int]] = []
    found = client.wait_for_snapshot(7, progress=lambda *at: calls.append(at))
    assert (found["status"], calls) == ("ready", [(0, 4), (2, 4), (4, 4)])


def set_import(status: str, done: int, set_id: str = "null") -> Act:
    body = f'{{"status": "{status}", "done": {done}, "total": 4, "problem": "", "set": {set_id}}}'
    return Act(body=body.encode())


def test_an_import_is_waited_for_until_its_set_is_there(client: Midpath, server: Scripted) -> None:
    server.acts = [set_import("running", 1), set_import("ready", 4, "9")]
    calls: list[tuple[int, int]] = []
    found = client.wait_for_set_import(7, progress=lambda *at: calls.append(at))
    assert (found["set"], calls) == (9, [(1, 4), (4, 4)])


def test_a_large_file_is_waited_for_until_its_dataset_is_there(
    client: Midpath, server: Scripted
) -> None:
    job = '{"id": 7, "status": "%s", "done": 1, "total": 1, "problem": "", "dataset": %s}'
    acts = (job % ("waiting", "null"), job % ("ready", "9"), '{"id": 9, "name": "Large"}')
    server.acts = [Act(body=act.encode()) for act in acts]
    found = client.create_dataset(project=1, name="Large", rows=[{"text": "a b"}])
    assert found == {"id": 9, "name": "Large"}


def refusal(code: str) -> Act:
    problem = {"type": f"urn:midpath:problem:{code}", "title": "Not Found", "status": 404}
    body = json.dumps(problem | {"code": code, "detail": "It is not there."}).encode()
    return Act(404, body, {"Content-Type": "application/problem+json"})


@pytest.mark.long
@pytest.mark.parametrize(
    ("status", "problem", "why"),
    [("failed", "No room is left.", "No room is left"), ("discarded", "", "Someone stopped")],
)
def test_one_that_will_not_be_is_reported(
    client: Midpath, server: Scripted, status: str, problem: str, why: str
) -> None:
    server.acts = [snapshot("running", 1), snapshot(status, 1, problem)]
    with pytest.raises(JobFailed, match=why):
        client.wait_for_snapshot(7)


def test_one_that_was_deleted_meanwhile_is_reported(client: Midpath, server: Scripted) -> None:
    server.acts = [snapshot("running", 1), refusal("deleted")]
    with pytest.raises(JobFailed, match="someone stopped or deleted it"):
        client.wait_for_snapshot(7)


@pytest.mark.long
def test_one_that_was_never_there_is_another_refusal(client: Midpath, server: Scripted) -> None:
    server.acts = [refusal("not_found")]
    with pytest.raises(NotFound):
        client.wait_for_snapshot(7)
