"""Problems of a user's machine are one line that says what to do."""

import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from embedded import Trouble, services
from embedded.demo import listening
from embedded.errors import failed
from embedded.redis import Redis
from tests.embedded.machine import PROJECT
from tests.helpers.programs import capture


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = (sys.executable, "-m", "embedded", *words)
    return capture(*command, cwd=PROJECT, env=dict(os.environ) | environment, timeout=60)


@pytest.mark.long
@pytest.mark.parametrize("name", ["MIDPATH_POSTGRES", "MIDPATH_REDIS"])
def test_a_missing_program(name: str) -> None:
    done = run("run", "--temporary", "--", "true", **{name: "/nowhere"})
    assert done.returncode == 1
    assert done.stderr.startswith(f"{name} names /nowhere, which ")
    assert done.stderr.count("\n") == 1


@pytest.mark.long
def test_a_command_runs_with_both_addresses_and_its_exit_code_is_ours() -> None:
    words = 'echo "$DATABASE_URL $REDIS_URL"; exit 3'
    done = run("run", "--temporary", "--", "sh", "-c", words)
    assert re.fullmatch(r"postgres://\S+ redis://\S+\n", done.stdout)
    assert done.returncode == 3


@pytest.mark.long
def test_a_command_that_does_not_exist() -> None:
    done = run("run", "--temporary", "--", "no-such-command")
    assert (done.returncode, done.stderr) == (1, "There is no command called no-such-command.\n")


def test_data_of_another_version(directory: Path) -> None:
    data = directory / "postgres"
    data.mkdir(parents=True)
    (data / "PG_VERSION").write_text("9\n")
    with pytest.raises(Trouble, match=r"written by PostgreSQL 9, and this machine has only \d+"):
        services(directory).__enter__()


def test_a_folder_that_holds_something_else(directory: Path) -> None:
    (directory / "postgres").mkdir(parents=True)
    with pytest.raises(Trouble, match="contains no PostgreSQL data"):
        services(directory).__enter__()


def test_a_directory_that_cannot_be_made(directory: Path) -> None:
    directory.write_text("a file in its place")
    with pytest.raises(Trouble, match="cannot be created: File exists"):
        services(directory).__enter__()


def test_a_full_disk_is_called_so(tmp_path: Path) -> None:
    log = tmp_path / "postgres.log"
    log.write_text('FATAL:  could not write "postmaster.pid": No space left on device\nbye\n')
    assert str(failed("PostgreSQL", log, tmp_path)) == (
        f"PostgreSQL found no space left on the disk of {tmp_path}. Free some space."
    )


@pytest.mark.long
def test_a_broker_whose_port_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        broker = Redis(tmp_path, Path("/tmp"), tmp_path / "redis.log", account=None)  # noqa: S108
        broker.port = taken.getsockname()[1]
        with pytest.raises(Trouble, match=r"Redis did not start: .*listen"):
            broker.start()


def test_a_port_requested_by_name_that_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setenv("PORT", str(port))
        with pytest.raises(Trouble, match=rf"Port {port} cannot be used \(.*\)\. Choose another"):
            listening().__enter__()


@pytest.mark.parametrize("port", ["eighty", "0", "65536", "-1", "8000.5"])
def test_a_port_that_is_no_port(port: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", port)
    with pytest.raises(Trouble, match="use a number from 1 to 65535"):
        listening().__enter__()


def test_a_port_nobody_requested_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    with listening() as first, listening() as second:
        assert first.getsockname()[1] < second.getsockname()[1]
