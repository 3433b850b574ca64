"""Restarts of processes that died; one that keeps dying ends the demo with a reason."""

import os
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import pytest

from embedded import Trouble, supervisor
from embedded.account import choose_account, own
from embedded.child import Child, wait_until
from embedded.postgres import Postgres
from embedded.supervisor import Supervisor
from tests.embedded.machine import is_running


def child(tmp_path: Path, script: str) -> Child:
    return Child("The sleeper", ["sh", "-c", script], tmp_path / "log", tmp_path)


@dataclass
class CtrlC:
    """A server that runs well until something has happened, and then raises Ctrl-C."""

    happened: Callable[[], bool]
    log: Path
    name = "Ctrl-C"

    @property
    def alive(self) -> bool:
        if self.happened():
            raise KeyboardInterrupt
        return True

    def start(self) -> None:
        raise AssertionError("it never dies")

    def stop(self) -> None:
        raise AssertionError("nobody stops it")


@pytest.mark.long
def test_a_dead_child_is_started_again(tmp_path: Path) -> None:
    said: list[str] = []
    sleeper = child(tmp_path, "if [ -e once ]; then sleep 60; fi; touch once")
    ctrl_c = CtrlC(lambda: bool(said) and sleeper.alive, tmp_path / "log")
    sleeper.start()
    with pytest.raises(KeyboardInterrupt):
        Supervisor([sleeper, ctrl_c], said.append, pause=0.01).watch()
    assert sleeper.alive
    sleeper.stop()
    assert said == ["The sleeper has stopped; starting it again (1)."]


@dataclass
class Clock:
    """A clock that only sleeping advances; Ctrl-C comes at its end."""

    end: float
    now: float = 0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        if self.now >= self.end:
            raise KeyboardInterrupt


@dataclass
class Scripted:
    """A server that is up for this many seconds after each start; zero if it dies while it
    starts."""

    clock: Clock
    lives: Callable[[int], float]
    log: Path
    started_at: list[float] = field(default_factory=list)
    name = "PostgreSQL"

    @property
    def alive(self) -> bool:
        if not self.started_at:
            return self.clock.now < 1
        return self.clock.now < self.started_at[-1] + self.lives(len(self.started_at))

    def start(self) -> None:
        self.started_at.append(self.clock.now)
        if not self.lives(len(self.started_at)):
            raise Trouble("PostgreSQL did not start.")

    def stop(self) -> None:
        pass


def watched(
    monkeypatch: pytest.MonkeyPatch, folder: Path, lives: Callable[[int], float], seconds: float
) -> tuple[Scripted, list[str], type[BaseException]]:
    """Return a server that was supervised for this long, its messages, and how supervision
    ended."""
    clock, said = Clock(seconds), list[str]()
    monkeypatch.setattr(supervisor, "time", clock)
    server = Scripted(clock, lives, folder / "log")
    with pytest.raises((KeyboardInterrupt, Trouble)) as ended:
        Supervisor([server], said.append).watch()
    return server, said, ended.type


def test_starts_that_fail_are_repeated_after_increasing_pauses(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As with PostgreSQL killed during its recovery: more starts than the limit on deaths."""
    server, said, ended = watched(monkeypatch, tmp_path, lambda n: 0 if n < 9 else 1000, 100)
    assert ended is KeyboardInterrupt
    times = server.started_at
    assert len(times) == 9
    gaps = [after - before for before, after in pairwise(times)]
    # Each pause begins at the check that finds it down.
    assert gaps == [1.5, 2.5, 4.5, 8.5, 8.5, 8.5, 8.5, 8.5]
    assert said == ["PostgreSQL has stopped; starting it again (1).", "PostgreSQL did not start."]


def test_one_that_never_starts_is_given_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    server, said, ended = watched(monkeypatch, tmp_path, lambda n: 0, 1000)
    assert ended is Trouble
    assert said[-1] == "PostgreSQL could not be started for 120 s; giving up."
    assert 120 < server.clock.now < 135


def test_one_that_keeps_dying_is_given_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    server, said, ended = watched(monkeypatch, tmp_path, lambda n: 10, 1000)
    assert ended is Trouble
    assert len(server.started_at) == 5
    assert said[-1] == "PostgreSQL has stopped 6 times; giving up."


def test_one_that_dies_rarely_is_restarted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    server, _, ended = watched(monkeypatch, tmp_path, lambda n: 60, 3000)
    assert ended is KeyboardInterrupt
    assert len(server.started_at) > 40


@pytest.mark.long
def test_one_that_cannot_be_started_is_given_up_with_its_last_words(tmp_path: Path) -> None:
    said: list[str] = []
    failing = child(tmp_path, "echo 'ERROR: no bed'; exit 1")
    failing.start()
    with pytest.raises(Trouble, match="The sleeper did not start: ERROR: no bed"):
        Supervisor([failing], said.append, start_timeout=1, pause=0.2).watch()
    assert said[-1] == "The sleeper could not be started for 1 s; giving up."


@pytest.mark.long
def test_postgres_survives_repeated_kills(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is killed eight times as soon as it starts, more often than it may die when up."""
    monkeypatch.setattr(supervisor, "MAX_PAUSE_SECONDS", 0.2)
    account = choose_account(tmp_path / "postgres")
    for folder in (tmp_path, *tmp_path.parents[:3]):
        folder.chmod(0o711)
    sockets = tmp_path / "sockets"
    sockets.mkdir()
    own(sockets, account)
    postgres = Postgres(tmp_path, sockets, tmp_path / "log", account, durable=False)
    postgres.start()
    killed = set[int]()

    def kill() -> None:
        while len(killed) < 8:
            running = postgres.child and postgres.child.process
            if running and running.pid not in killed:
                os.kill(running.pid, signal.SIGKILL)
                killed.add(running.pid)
            time.sleep(0.001)

    def is_up_again() -> bool:
        return len(killed) == 8 and postgres.alive and postgres._ready()

    ctrl_c = CtrlC(is_up_again, tmp_path / "log")
    killer = threading.Thread(target=kill, daemon=True)
    killer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            Supervisor([postgres, ctrl_c], lambda _: None, pause=0.05).watch()
    finally:
        postgres.stop()
    assert len(killed) == 8


def test_what_a_killed_child_leaves_is_ended_too(tmp_path: Path) -> None:
    parent = child(tmp_path, "sleep 60 & echo $! > grandchild; wait")
    parent.start()
    note = tmp_path / "grandchild"
    assert wait_until(lambda: note.exists() and note.read_text().endswith("\n"), seconds=10)
    assert parent.process
    parent.process.send_signal(signal.SIGKILL)
    parent.process.wait()
    parent.stop()
    assert wait_until(lambda: not is_running(int(note.read_text())), seconds=10)


@pytest.mark.long
def test_one_that_does_not_listen_is_ended_all_the_same(tmp_path: Path) -> None:
    deaf = child(tmp_path, "trap '' TERM; touch deaf; while true; do sleep 1; done")
    deaf.stop_timeout = 0.2
    deaf.start()
    assert wait_until((tmp_path / "deaf").exists, seconds=10)
    deaf.stop()
    assert not deaf.alive
