"""Queries to real servers and real processes."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg2

PROJECT = Path(__file__).parents[2]
OWNER = """
import os, sys
from pathlib import Path
from embedded.services import own_services
with own_services(Path(sys.argv[1])) as services:
    print(*(server.child.process.pid for server in services.servers), flush=True)
    sys.stdin.read()
"""


def run_query(address: str, question: str) -> list[tuple[Any, ...]]:
    with closing(psycopg2.connect(address)) as connection:
        connection.autocommit = True
        with connection.cursor() as cursor:
            cursor.execute(question)
            return cursor.fetchall() if cursor.description else []


def is_running(pid: int) -> bool:
    """Return whether it runs: it is neither gone nor an unreaped zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@contextmanager
def another_owner(directory: Path) -> Iterator[tuple[subprocess.Popen[str], list[int]]]:
    """Start a process that runs services until its input ends; return it and its servers' process
    ids."""
    process = subprocess.Popen(
        [sys.executable, "-c", OWNER, directory],
        cwd=PROJECT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stdout
        yield process, [int(pid) for pid in process.stdout.readline().split()]


def state_of(directory: Path) -> dict[str, str]:
    state: dict[str, str] = json.loads((directory / "running.json").read_text())
    return state
