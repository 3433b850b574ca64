"""A server that answers from a script, one act after the other, and records the requests."""

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Act:
    """One answer. `cut`: the connection breaks off after this many bytes of the body, or before any
    answer if it is 0."""

    status: int = 200
    body: bytes = b"{}"
    headers: Mapping[str, str] = field(default_factory=dict)
    cut: int | None = None


@dataclass(frozen=True)
class Received:
    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes


@dataclass
class Scripted:
    """`acts` are still to come, `requests` are those so far; after the last act the answer is
    an empty object."""

    address: str
    acts: list[Act] = field(default_factory=list)
    requests: list[Received] = field(default_factory=list)


def refused(status: int, code: str, **headers: str) -> Act:
    problem = {"status": status, "code": code, "detail": "It is so.", "type": "urn:x", "title": "x"}
    fields = {"Content-Type": "application/problem+json"} | {
        name.replace("_", "-"): value for name, value in headers.items()
    }
    return Act(status, json.dumps(problem).encode(), fields)


@contextmanager
def scripted() -> Iterator[Scripted]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    script = Scripted(f"http://127.0.0.1:{server.server_port}")
    server.script = script  # type: ignore[attr-defined] # where the handler finds it
    # `shutdown` waits for the next poll, which is half a second away by default.
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield script
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def answer(self) -> None:
        script: Scripted = self.server.script  # type: ignore[attr-defined]
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        script.requests.append(Received(self.command, self.path, dict(self.headers), body))
        act = script.acts.pop(0) if script.acts else Act()
        if act.cut == 0:
            self.close_connection = True
            return
        headers = {"Content-Type": "application/json", "Content-Length": str(len(act.body))}
        self.send_response(act.status)
        for name, value in {**headers, **act.headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(act.body[: act.cut])
        self.close_connection = act.cut is not None

    def do_GET(self) -> None:
        self.answer()

    def do_POST(self) -> None:
        self.answer()

    def log_message(self, *args: Any) -> None:
        """Log nothing."""
