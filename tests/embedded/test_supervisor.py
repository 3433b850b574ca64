"""Restarts of processes that died; one that keeps dying ends the demo with a reason."""

import signal
from dataclasses import dataclass
from pathlib import Path

import pytest

from embedded import Trouble
from embedded.child import Child, wait_until
from embedded.supervisor import Supervisor
from tests.embedded.machine import is_running


def child(tmp_path: Path, script: str) -> Child:
    return Child("The sleeper", ["sh", "-c", script], tmp_path / "log", tmp_path)


@dataclass
class CtrlC:
    """A server that is fine until the sleeper has been started again."""

    sleeper: Child
    said: list[str]
    log: Path
    name = "Ctrl-C"

    @property
    def alive(self) -> bool:
        if self.said and self.sleeper.alive:
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
    ctrl_c = CtrlC(sleeper, said, tmp_path / "log")
    sleeper.start()
    with pytest.raises(KeyboardInterrupt):
        Supervisor([sleeper, ctrl_c], said.append, pause=0.01).watch()
    assert sleeper.alive
    sleeper.stop()
    assert said == ["The sleeper has stopped; starting it again (1)."]


@pytest.mark.long
def test_one_that_keeps_dying_is_given_up_with_its_last_words(tmp_path: Path) -> None:
    said: list[str] = []
    failing = child(tmp_path, "echo 'ERROR: no bed'; exit 1")
    failing.start()
    with pytest.raises(Trouble, match="The sleeper did not start: ERROR: no bed"):
        Supervisor([failing], said.append, restarts=2, pause=0.01).watch()
    assert said[-1] == "The sleeper has stopped 3 times; giving up."


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
    deaf.patience = 0.2
    deaf.start()
    assert wait_until((tmp_path / "deaf").exists, seconds=10)
    deaf.stop()
    assert not deaf.alive
