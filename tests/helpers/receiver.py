"""A receiver of webhooks, in its own process: `python -m tests.helpers.receiver`. It prints its
address and stores each request that it accepts.

`POST /stand-in` changes its state: `faults`, of which each request takes the first: a status
(`500`, `410`; `302` leads to `/stolen`), `huge` (an answer without an end), `slow` (an answer a
byte at a time), `headers` (headers a byte at a time) or `silent` (no answer). `GET /stand-in`
returns its state.
"""

from contextlib import AbstractContextManager
from typing import Any

from tests.helpers.stand_in import StandIn, StandInHandler, running, serve

STATE: dict[str, Any] = {"faults": [], "taken": [], "stolen": 0}
NEVER_ANSWER = {"slow", "headers", "silent"}


class Handler(StandInHandler):
    state = STATE

    def serve(self, body: str) -> None:
        if self.command == "GET" or self.path == "/stolen":
            STATE["stolen"] += 1
        if self.command == "GET":
            return self.answer(200, STATE)
        fault = STATE["faults"].pop(0) if STATE["faults"] else "200"
        STATE["taken"].append({"headers": dict(self.headers), "body": body, "answered": fault})
        if fault in NEVER_ANSWER:
            return self.hang(fault)
        if fault == "huge":
            self.send(200, b"")
            return self.pour(b"x" * 10_000, 10_000)
        to = {"Location": f"http://{self.headers['Host']}/stolen"} if fault == "302" else {}
        return self.send(int(fault), f"said {fault}".encode(), to)

    def hang(self, fault: str) -> None:
        """Keep the caller waiting for a minute, sending a byte now and then."""
        begun = {"slow": b"HTTP/1.0 200 OK\r\n\r\n", "headers": b"HTTP/1.0 200 OK\r\nX: "}
        self.pour(begun.get(fault, b""), 1, pause=0.1)
        self.pour(b"" if fault == "silent" else b"x", 600, pause=0.1)


def receiving() -> AbstractContextManager[StandIn]:
    """Run the receiver."""
    return running("tests.helpers.receiver")


if __name__ == "__main__":
    serve(Handler)
