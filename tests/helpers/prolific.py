"""A stand-in of Prolific's documented API, as a process of its own:
`python -m tests.helpers.prolific`. It prints its address and holds one study.

`POST /stand-in` changes what it holds: `submissions`, `study`, and `faults`, of which each request
to the API takes the first: `429` (for a second), `500`, `lost` (done, but no answer comes), `slow`
(drop by drop, without end), `huge`, `elsewhere` (a redirect to `/stolen`), `odd` (no JSON), `list`
(JSON of another shape), `deep` (nested without end), `refused`, or nothing. `GET /stand-in` tells
what it holds and which requests came."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

TOKEN = "prolific-token-of-the-stand-in-9xZ4"
STUDY = "66aa00000000000000000001"
HELD: dict[str, Any] = {
    "study": {"id": STUDY, "name": "Segments", "status": "ACTIVE", "reward": 250.0}
    | {"total_available_places": 20},
    "submissions": [],
    "faults": [],
    "requests": [],
    "effects": [],
}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.path == "/stand-in":
            return self.answer(200, HELD)
        return self.serve(None)

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])) or b"null")
        if self.path == "/stand-in":
            HELD.update(body)
            return self.answer(200, {})
        return self.serve(body)

    def serve(self, body: Any) -> None:
        HELD["requests"].append([self.command, self.path, self.headers.get("Authorization")])
        fault = HELD["faults"].pop(0) if HELD["faults"] else ""
        faulty: Callable[[], None] | None = getattr(self, f"fault_{fault}", None)
        if faulty:
            return faulty()
        status, answer = self.handle_call(body)
        if fault == "lost":
            self.close_connection = True
            return None
        return self.answer(status, answer)

    def handle_call(self, body: Any) -> tuple[int, Any]:
        if self.headers.get("Authorization") != f"Token {TOKEN}":
            return 401, {"error": {"detail": "Invalid token."}}
        parts = self.path.strip("/").split("/")[2:]
        if parts == ["studies", STUDY]:
            return 200, HELD["study"]
        if parts == ["studies", STUDY, "submissions"]:
            return 200, {"results": HELD["submissions"]}
        if len(parts) == 3 and parts[0] == "submissions" and parts[2] == "transition":
            return self.transition(parts[1], body)
        return 404, {"error": {"detail": "Not found."}}

    def transition(self, submission: str, body: dict[str, str]) -> tuple[int, Any]:
        found = next((one for one in HELD["submissions"] if one["id"] == submission), None)
        if found is None:
            return 404, {"error": {"detail": "Not found."}}
        wanted = {"APPROVE": "APPROVED", "REJECT": "REJECTED"}[body["action"]]
        if wanted == "REJECTED" and len(body["message"]) < 100:
            return 400, {"error": {"detail": "The message is too short."}}
        if found["status"] not in {"AWAITING REVIEW", wanted}:
            return 400, {"error": {"detail": f"It is {found['status']}."}}
        if found["status"] != wanted:
            found["status"] = wanted
            HELD["effects"].append([submission, body])
        return 200, {"id": submission, "status": wanted, "study_id": STUDY}

    def fault_429(self) -> None:
        self.answer(429, {"error": {"detail": "Slow down."}}, {"Retry-After": "7"})

    def fault_500(self) -> None:
        self.answer(500, {"error": {"detail": "Broken."}})

    def fault_refused(self) -> None:
        self.answer(400, {"error": {"detail": ["Not \u0007now\n, please."]}})

    def fault_elsewhere(self) -> None:
        self.answer(302, {}, {"Location": f"http://{self.headers['Host']}/stolen"})

    def fault_huge(self) -> None:
        self.begin(200, {})
        try:
            for _ in range(64):
                self.wfile.write(b" " * 1_000_000)
        except OSError:
            """The client has had enough, as it should."""

    def fault_slow(self) -> None:
        self.begin(200, {})
        try:
            for _ in range(600):
                self.wfile.write(b" ")
                time.sleep(0.05)
        except OSError:
            """The client has had enough, as it should."""

    def fault_odd(self) -> None:
        self.begin(200, {})
        self.wfile.write(b"\xff<html>")

    def fault_list(self) -> None:
        self.answer(200, [1, 2])

    def fault_deep(self) -> None:
        self.begin(200, {})
        self.wfile.write(b"[" * 200_000)

    def answer(self, status: int, body: Any, headers: dict[str, str] | None = None) -> None:
        self.begin(status, headers or {})
        self.wfile.write(json.dumps(body).encode())

    def begin(self, status: int, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, *args: object) -> None:
        """Say nothing."""


@dataclass(frozen=True)
class StandIn:
    """The stand-in, as a test speaks to it."""

    address: str

    def hold(self, **held: Any) -> None:
        self._speak("POST", json.dumps(held).encode())

    def told(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self._speak("GET"))
        return found

    def _speak(self, method: str, body: bytes | None = None) -> bytes:
        connection = HTTPConnection(self.address.removeprefix("http://"), timeout=10)
        try:
            connection.request(method, "/stand-in", body)
            return connection.getresponse().read()
        finally:
            connection.close()

    def forget(self) -> None:
        study = {"id": STUDY, "name": "Segments", "status": "ACTIVE", "reward": 250.0}
        study |= {"total_available_places": 20}
        self.hold(study=study, submissions=[], faults=[], requests=[], effects=[])


def submission(number: int, participant: str, status: str = "AWAITING REVIEW") -> dict[str, Any]:
    """A submission as Prolific's documentation shows it."""
    return {
        "id": f"5b{number:022}",
        "participant_id": participant,
        "status": status,
        "started_at": "2026-11-20T10:00:00.000Z",
        "completed_at": "2026-11-20T10:20:00.000Z",
        "has_siblings": False,
        "study_code": "DONE1",
    }


@contextmanager
def standing_in() -> Iterator[StandIn]:
    """Run the stand-in."""
    command = [sys.executable, "-m", "tests.helpers.prolific"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield StandIn(process.stdout.readline().strip())
        finally:
            process.kill()


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    sys.stdout.write(f"http://127.0.0.1:{server.server_address[1]}\n")
    sys.stdout.flush()
    server.serve_forever()
