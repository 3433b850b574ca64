"""A stand-in for the chat-completions API, in its own process: `python -m
addons.model_annotators.tests.stand_in`. It prints its address. It cuts the texts "text number N of
many" after two words, and each call that it accepts is charged, whether or not its answer arrives.

By N: three in a hundred get nonsense, and one in twenty gets no answer at all. `POST /stand-in`
changes its state: `limit` (each request divisible by this number is refused for a second, 0: none),
`slow` (seconds per answer), `plan` (whether N matters), `words` (the answer for each text) and
`faults`, of which each request takes the first: `429`, `500`, `refused` (the model declines),
`filtered`, `cut`, `odd` (no JSON), `bad` (400), `key` (401), `unknown` (404), `elsewhere` (a
redirect to `/stolen`), `hang`, `untold` (no usage), `silent` (no words), `fenced` or nothing. `GET
/stand-in` returns its state.
"""

import json
import re
import threading
import time
from contextlib import AbstractContextManager
from http.server import BaseHTTPRequestHandler
from typing import Any

from tests.helpers.stand_in import StandIn, running, serve

KEY = "sk-stand-in-7Qk2"
STATE: dict[str, Any] = {
    "limit": 0,
    "slow": 0,
    "plan": False,
    "words": "",
    "faults": [],
    "requests": 0,
    "refused": 0,
    "bought": {},
    "bodies": [],
    "keys": [],
    "stolen": 0,
}
FRESH = json.dumps(STATE)
LOCK = threading.Lock()
NUMBER = re.compile(r"text number (\d+) of many")
TOKENS_IN, TOKENS_OUT = 40, 12
REFUSALS = {
    "429": (429, "Slow down."),
    "500": (500, "Broken."),
    "bad": (400, "Unsupported \u0007parameter\n here."),
    "key": (401, "Wrong key."),
    "unknown": (404, "No such model."),
}


def is_nonsense(number: int) -> bool:
    return number % 100 in {1, 42, 83}


def is_lost(number: int) -> bool:
    return number % 20 == 7


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.path != "/stand-in":
            STATE["stolen"] += 1
        self.answer(200, STATE)

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path == "/stand-in":
            STATE.update(body)
            return self.answer(200, {})
        with LOCK:
            STATE["requests"] += 1
            STATE["keys"] = sorted({*STATE["keys"], self.headers.get("Authorization", "")})
            fault = STATE["faults"].pop(0) if STATE["faults"] else ""
            if STATE["limit"] and not STATE["requests"] % STATE["limit"]:
                fault = "429"
            if fault in REFUSALS:
                STATE["refused"] += 1
        if fault in REFUSALS:
            status, said = REFUSALS[fault]
            after = {"Retry-After": "1"} if fault == "429" else {}
            return self.answer(status, {"error": {"message": said}}, after)
        if fault == "elsewhere":
            return self.answer(302, {}, {"Location": f"http://{self.headers['Host']}/stolen"})
        return self.take(body, fault)

    def take(self, body: dict[str, Any], fault: str) -> None:
        """Accept a call: from here on it is charged."""
        found = NUMBER.search(body["messages"][-1]["content"])
        number = int(found.group(1)) if found else 0
        with LOCK:
            STATE["bought"][str(number)] = STATE["bought"].get(str(number), 0) + 1
            STATE["bodies"] = [*STATE["bodies"][-4:], body]
            again = STATE["bought"][str(number)] > 1
        if fault == "hang" or (STATE["plan"] and is_lost(number) and not again):
            time.sleep(30)
            return
        time.sleep(STATE["slow"])
        words = STATE["words"] or json.dumps({"answer": f"text number | {number} of many"})
        if STATE["plan"] and is_nonsense(number):
            words = "I would cut it, well, somewhere."
        self.reply(words, fault)

    def reply(self, words: str, fault: str) -> None:
        message: dict[str, Any] = {"role": "assistant", "content": words}
        ended = "stop"
        if fault == "refused":
            message |= {"content": None, "refusal": "I cannot help with that."}
        elif fault == "filtered":
            message["content"], ended = "", "content_filter"
        elif fault == "cut":
            message["content"], ended = words[:12], "length"
        elif fault == "silent":
            message["content"] = " "
        elif fault == "fenced":
            message["content"] = f"```json\n{words}\n```"
        usage = {"prompt_tokens": TOKENS_IN, "completion_tokens": TOKENS_OUT}
        completion: dict[str, Any] = {"choices": [{"message": message, "finish_reason": ended}]}
        if fault == "odd":
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"\xff<html>")
            return
        self.answer(200, completion | ({} if fault == "untold" else {"usage": usage}))

    def answer(self, status: int, body: Any, headers: dict[str, str] | None = None) -> None:
        try:
            self.send_response(status)
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(json.dumps(body).encode())
        except OSError:
            """The client is gone."""

    def log_message(self, *args: object) -> None:
        """Log nothing."""


def running_stand_in() -> AbstractContextManager[StandIn]:
    """Run the stand-in."""
    return running("addons.model_annotators.tests.stand_in")


def forget(site: StandIn) -> None:
    site.set_state(**json.loads(FRESH))


if __name__ == "__main__":
    serve(Handler)
