"""Stand-ins for other servers, each in its own process that prints its address."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class StandIn:
    """The test's client of the stand-in."""

    address: str

    def set_state(self, **values: Any) -> None:
        self._speak("POST", json.dumps(values).encode())

    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self._speak("GET"))
        return found

    def _speak(self, method: str, body: bytes | None = None) -> bytes:
        connection = HTTPConnection(self.address.removeprefix("http://"), timeout=10)
        try:
            connection.request(method, "/stand-in", body)
            return connection.getresponse().read()
        finally:
            connection.close()


@contextmanager
def running(module: str) -> Iterator[StandIn]:
    """Run a module that starts a server."""
    command = [sys.executable, "-m", module]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield StandIn(process.stdout.readline().strip())
        finally:
            process.kill()


def serve(handler: type[BaseHTTPRequestHandler]) -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    sys.stdout.write(f"http://127.0.0.1:{server.server_port}\n")
    sys.stdout.flush()
    server.serve_forever()
