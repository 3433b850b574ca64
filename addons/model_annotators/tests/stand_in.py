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
from typing import Any

from tests.helpers.stand_in import StandIn, StandInHandler, running, serve

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


class Handler(StandInHandler):
    state = STATE

    def serve(self, body: str) -> None:
        if self.command == "GET":
            STATE["stolen"] += 1
            return self.answer(200, STATE)
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
        return self.take(json.loads(body), fault)

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
            return self.send(200, b"\xff<html>")
        return self.answer(200, completion | ({} if fault == "untold" else {"usage": usage}))


def running_stand_in() -> AbstractContextManager[StandIn]:
    """Run the stand-in."""
    return running("addons.model_annotators.tests.stand_in")


if __name__ == "__main__":
    serve(Handler)
