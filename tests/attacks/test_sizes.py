"""Attack 24 of the promises, against a real server: bodies meant to fill its memory."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

ROOT = Path(__file__).resolve().parents[2]
MEGABYTE = 2**20
ALLOWED_GROWTH = 50 * MEGABYTE


@dataclass
class Server:
    port: int
    process: psutil.Process

    def memory(self) -> int:
        family = [self.process, *self.process.children(recursive=True)]
        return sum(one.memory_info().rss for one in family)

    def status_of(self, head: str, body: bytes = b"") -> int:
        """Return the status, whatever part of the body was sent by then."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=10) as connection:
            connection.sendall(head.replace("\n", "\r\n").encode() + b"\r\n\r\n")
            with suppress(BrokenPipeError, ConnectionResetError):
                connection.sendall(body)
            answer = connection.recv(1000)
            return int(answer.split()[1])


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        os.set_inheritable(listening.fileno(), True)
        port = listening.getsockname()[1]
        command = [sys.executable, "-m", "gunicorn", "config.wsgi", "--threads", "4"]
        process = subprocess.Popen(
            [*command, "--bind", f"fd://{listening.fileno()}"],
            cwd=ROOT,
            env=os.environ | {"MIDPATH_DEBUG": "1"},
            pass_fds=[listening.fileno()],
            stderr=subprocess.DEVNULL,
        )
    try:
        server = Server(port, psutil.Process(process.pid))
        status = server.status_of("GET /nowhere HTTP/1.1\nHost: localhost")
        assert status == 404
        yield server
    finally:
        process.terminate()
        process.wait(timeout=20)


HEAD = "POST {path} HTTP/1.1\nHost: localhost\nContent-Type: {type}\nContent-Length: {length}"
JSON, FORM = "application/json", "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data; boundary=x"


@pytest.mark.few(1)
@pytest.mark.parametrize("path", ["/api/v1/campaigns", "/w/x/hit/1/submit/", "/account/login/"])
@pytest.mark.parametrize("type_", [JSON, FORM, MULTIPART, "text/plain"])
def test_a_hundred_megabytes_are_refused_unread(server: Server, path: str, type_: str) -> None:
    before = server.memory()
    head = HEAD.format(path=path, type=type_, length=100 * MEGABYTE)
    assert server.status_of(head, b"[" * MEGABYTE) == 413
    assert server.memory() - before < ALLOWED_GROWTH


@pytest.mark.long
def test_a_body_without_a_length_is_not_gathered(server: Server) -> None:
    before = server.memory()
    head = f"POST /api/v1/campaigns HTTP/1.1\nHost: localhost\nContent-Type: {JSON}\n"
    chunk = b"100000\r\n" + b"[" * MEGABYTE + b"\r\n"
    status = server.status_of(head + "Transfer-Encoding: chunked", chunk * 30 + b"0\r\n\r\n")
    assert 400 <= status < 500
    assert server.memory() - before < ALLOWED_GROWTH


@pytest.mark.long
def test_lengths_that_contradict_are_refused(server: Server) -> None:
    for length in ("-1", "abc", "1\nContent-Length: 2", "+5"):
        head = HEAD.format(path="/api/v1/campaigns", type=JSON, length=length)
        status = server.status_of(head, b"{}")
        assert 400 <= status < 500


@pytest.mark.long
def test_endless_headers_and_addresses_are_refused(server: Server) -> None:
    status = server.status_of(f"GET /{'a' * 100_000} HTTP/1.1\nHost: localhost")
    assert 400 <= status < 500
    status = server.status_of(f"GET / HTTP/1.1\nHost: localhost\nX: {'a' * 100_000}")
    assert 400 <= status < 500
