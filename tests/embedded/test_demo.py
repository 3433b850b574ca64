"""`make demo` as a user sees it: it starts, answers, refuses a second one, and stops."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

from embedded.child import wait_until
from tests.embedded.machine import PROJECT, is_running
from tests.helpers.programs import capture
from tests.helpers.tiers import long_only

# The first word of each line with an address, and of the last, with the login.
ORDER = ["Worker", "Dashboard", "Decisions", "Snapshot", "Researcher", "login"]


@contextmanager
def demo(
    directory: Path, make: tuple[str, ...] = (), until: str = "Ctrl-C"
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Yield the demo and its output until it was up. Without make it is started as shells start
    background jobs: ignoring SIGINT."""
    process = subprocess.Popen(
        make or (sys.executable, "-m", "embedded", "--directory", directory, "demo"),
        cwd=PROJECT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=dict(os.environ) | {"MIDPATH_DEBUG": "0"},
        preexec_fn=None if make else deaf_to_interrupts,  # noqa: PLW1509
        process_group=0,
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
    said = capture("ps", "--ppid", str(pid), "-o", "pid=")
    children = [int(word) for word in said.stdout.split()]
    return children + [below for child in children for below in descendants(child)]


def make_demo(directory: Path) -> tuple[str, ...]:
    return ("make", "demo", f"DIRECTORY={directory}", f"PYTHON={sys.executable}", "REQUIREMENTS=")


@pytest.mark.long
def test_the_demo_comes_up_stops_at_once_and_keeps_its_data(directory: Path) -> None:
    """Make alone is interrupted, first before the study is loaded, then once it is up; after the
    first the study is loaded, after the second it still exists."""
    stop_at(directory, "[4/5]", lambda make: make.send_signal(signal.SIGINT))
    with demo(directory, make_demo(directory)) as (process, said):
        assert said.startswith("Midpath starts here with a demo study, in 5 steps.")
        assert re.findall(r"^\[(\d)/5\] .+", said, re.MULTILINE) == list("12345")
        assert re.findall(r"^      (\d) of 3: ", said, re.MULTILINE) == list("123")
        expect_the_first_pages_early(said)
        started = descendants(process.pid)
        assert len(started) > 5
    expect_all_gone(started)
    assert process.returncode == -signal.SIGINT
    assert not (directory / "running.json").exists()

    with demo(directory) as (process, said_again):
        assert logins(said_again) == logins(said)
        expect_it_to_answer_and_refuse_a_second(directory, process, said_again)
        started = descendants(process.pid)
        assert len(started) > 5
    assert process.returncode == 0
    expect_all_gone(started)


def expect_the_first_pages_early(said: str) -> None:
    """Expect the addresses and the login before the crowd's judgments: workers' links first, then
    dashboards, then the login."""
    early = re.split(r" 1 of \d", said)[0].partition("You can already open these pages")[2]
    printed = [line.strip() for line in early.splitlines()[1:] if line.strip()]
    kinds = [line.split(",")[0].split()[0] for line in printed]
    assert kinds == sorted(kinds, key=ORDER.index), said
    assert set(kinds) == set(ORDER)
    for line in printed:
        if not line.startswith("Snapshot"):
            assert f"{line}\n" in logins(said, ports=True)


def expect_it_to_answer_and_refuse_a_second(
    directory: Path, process: subprocess.Popen[str], said: str
) -> None:
    address = re.search(r"Midpath is at (http://\S+)", said)
    assert address, said
    with urlopen(address[1]) as page:  # noqa: S310
        assert page.status == 200
    second = capture(
        sys.executable, "-m", "embedded", "--directory", directory, "demo", cwd=PROJECT
    )
    assert second.returncode == 1
    assert second.stderr.startswith(
        f"Midpath already runs from this folder (process {process.pid}) at {address[1]}."
    )


def expect_all_gone(started: list[int]) -> None:
    assert wait_until(lambda: not any(map(is_running, started)), seconds=20)


def logins(said: str, *, ports: bool = False) -> str:
    """Return the addresses, without the port unless it is requested: it may vary."""
    lines = said.partition("Midpath is at")[2].partition("Ctrl-C")[0]
    return lines if ports else re.sub(r":\d{4}", "", lines)


@pytest.mark.parametrize(
    "end",
    [
        pytest.param(lambda make: os.killpg(make.pid, signal.SIGINT), id="Ctrl-C"),
        *long_only(pytest.param(lambda make: make.send_signal(signal.SIGTERM), id="make is ended")),
    ],
)
def test_a_demo_that_is_stopped_while_it_starts_leaves_nothing(
    directory: Path, end: Callable[[subprocess.Popen[str]], None]
) -> None:
    stop_at(directory, "[3/5]", end)


def stop_at(directory: Path, until: str, end: Callable[[subprocess.Popen[str]], None]) -> None:
    """Start a demo, stop it at a line that it prints, and check that nothing is left running."""
    with demo(directory, make_demo(directory), until=until) as (make, _):
        assert wait_until(lambda: len(descendants(make.pid)) > 5, seconds=240)
        started = descendants(make.pid)
        end(make)
        assert make.stdout
        make.stdout.read()
        assert make.wait(20) != 0
    expect_all_gone(started)
