"""Stand-ins for other servers, each in its own process that prints its address."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar


@dataclass(frozen=True)
class StandIn:
    """The test's client of the stand-in."""

    address: str

    def set_state(self, **values: Any) -> None:
        self._speak("POST", json.dumps(values).encode())

    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self._speak("GET"))
        return found

    def forget(self) -> None:
        """Restore the state with which the stand-in began."""
        self._speak("DELETE")

    def _speak(self, method: str, body: bytes | None = None) -> bytes:
        connection = HTTPConnection(self.address.removeprefix("http://"), timeout=10)
        try:
            connection.request(method, "/stand-in", body)
            return connection.getresponse().read()
        finally:
            connection.close()


class StandInHandler(BaseHTTPRequestHandler):
    """The handler of a stand-in: tests read, change and restore its `state` at `/stand-in`, and
    `serve` answers all other requests."""

    disable_nagle_algorithm = True
    state: ClassVar[dict[str, Any]]
    fresh: ClassVar[str]

    def __init_subclass__(cls) -> None:
        cls.fresh = json.dumps(cls.state)

    def do_GET(self) -> None:
        if self.path == "/stand-in":
            return self.answer(200, self.state)
        return self.serve("")

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        if self.path == "/stand-in":
            self.state.update(json.loads(body))
            return self.answer(200, {})
        return self.serve(body)

    def do_PATCH(self) -> None:
        self.do_POST()

    def do_DELETE(self) -> None:
        self.state.update(json.loads(self.fresh))
        self.answer(200, {})

    def serve(self, body: str) -> None:
        """Answer a request that is not about the state."""
        raise NotImplementedError

    def answer(
        self, status: int, content: object, headers: Mapping[str, str] | None = None
    ) -> None:
        self.send(status, b"" if status == 204 else json.dumps(content).encode(), headers)

    def send(self, status: int, body: bytes, headers: Mapping[str, str] | None = None) -> None:
        try:
            self.send_response(status)
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)
        except OSError:
            """The client is gone."""

    def pour(self, chunk: bytes, times: int, pause: float = 0) -> None:
        """Send the same bytes again and again, until the client has had enough."""
        try:
            for _ in range(times):
                self.wfile.write(chunk)
                time.sleep(pause)
        except OSError:
            """The client is gone."""

    def log_message(self, *args: object) -> None:
        """Log nothing."""


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
