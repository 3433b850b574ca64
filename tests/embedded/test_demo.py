"""`make demo` as somebody meets it: it comes up, answers, says no to a second one, and stops."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

from embedded.child import wait_until
from tests.embedded.machine import PROJECT, is_running

pytestmark = pytest.mark.slow


@contextmanager
def demo(
    directory: Path, make: tuple[str, ...] = (), until: str = "Ctrl-C"
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The demo and all it said until it was up. Without make it is started as shells start what is
    to run in the background: deaf to SIGINT."""
    process = subprocess.Popen(
        make or (sys.executable, "-m", "embedded", "--directory", directory, "demo"),
        cwd=PROJECT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=dict(os.environ) | {"MIDPATH_DEBUG": "0"},
        preexec_fn=None if make else deaf_to_interrupts,  # noqa: PLW1509
    )
    with process:
        assert process.stdout
        said = ""
        for line in process.stdout:
            said += line
            if line.startswith(until):
                break
        try:
            yield process, said
        finally:
            process.send_signal(signal.SIGINT)
            process.stdout.read()


def deaf_to_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def descendants(pid: int) -> list[int]:
    said = subprocess.run(
        ["ps", "--ppid", str(pid), "-o", "pid="], capture_output=True, text=True, check=False
    )
    children = [int(word) for word in said.stdout.split()]
    return children + [below for child in children for below in descendants(child)]


def make_demo(directory: Path) -> tuple[str, ...]:
    return ("make", "demo", f"DIRECTORY={directory}", f"PYTHON={sys.executable}", "REQUIREMENTS=")


def test_the_demo_comes_up_stops_at_once_and_keeps_its_data(directory: Path) -> None:
    """The study is loaded once, by make, which alone is interrupted; then it is there again."""
    with demo(directory, make_demo(directory)) as (process, said):
        assert said.startswith("[1/5] The environment")
        assert re.findall(r"^\[(\d)/5\] .+", said, re.MULTILINE) == list("12345")
        assert re.findall(r"^      (\d) of 8: ", said, re.MULTILINE) == list("12345678")
        started = descendants(process.pid)
        assert len(started) > 5
    expect_all_gone(started)
    assert not (directory / "running.json").exists()

    with demo(directory) as (process, said_again):
        assert logins(said_again) == logins(said)
        expect_it_to_answer_and_refuse_a_second(directory, process, said_again)
        started = descendants(process.pid)
        assert len(started) > 5
    assert process.returncode == 0
    expect_all_gone(started)


def expect_it_to_answer_and_refuse_a_second(
    directory: Path, process: subprocess.Popen[str], said: str
) -> None:
    address = re.search(r"Midpath is at (http://\S+)", said)
    assert address, said
    with urlopen(address[1]) as page:  # noqa: S310
        assert page.status == 200
    second = subprocess.run(
        [sys.executable, "-m", "embedded", "--directory", directory, "demo"],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert second.returncode == 1
    assert second.stderr.startswith(
        f"Midpath already runs from this folder (process {process.pid}) at {address[1]}."
    )


def expect_all_gone(started: list[int]) -> None:
    assert wait_until(lambda: not any(map(is_running, started)), seconds=20)


def logins(said: str) -> str:
    """The addresses, without the port, which may be another one."""
    return re.sub(r":\d{4}", "", said.partition("Midpath is at")[2].partition("Ctrl-C")[0])


def test_make_that_is_interrupted_while_the_study_loads_leaves_nothing(directory: Path) -> None:
    with demo(directory, make_demo(directory), until="[4/5]") as (process, _):
        assert wait_until(lambda: len(descendants(process.pid)) > 5, seconds=60)
        started = descendants(process.pid)
    expect_all_gone(started)
