"""A client of the chat-completions API, as documented by OpenAI and implemented by many servers
(https://platform.openai.com/docs/api-reference/chat).

A call is made once. Its result is an answer; a temporary refusal, which cost nothing and may be
repeated; a refusal of the request; or no answer at all, which may have been paid for, so it is not
repeated automatically. Errors contain neither the key nor the prompt."""

import json
from dataclasses import dataclass, field
from decimal import Decimal
from http import HTTPStatus

from django.conf import settings

from annotation.web.http_client import Answer, Unanswered, Unreachable, ask
from midpath.json_types import JsonObject

MAX_BYTES = 2 * 1024 * 1024
MAX_WORDS_LENGTH = 20_000
MAX_DETAIL_LENGTH = 200
MAX_WAIT_SECONDS = 3_600.0
ROOM_FOR_FORM = 64  # maximum tokens of the chat format itself, beyond the words' bytes
MILLION = 1_000_000
TOKENS = 2**31 - 1
REFUSES_A_REQUEST = {400, 413, 422}


class NotNow(Exception):
    """A temporary refusal: it cost nothing, and may be repeated after the given seconds."""

    def __init__(self, message: str, seconds: float | None = None) -> None:
        super().__init__(message)
        self.seconds = seconds


class NoAnswer(Exception):
    """A call that may have been accepted and paid for, though no answer arrived."""


class Never(Exception):
    """A call that would fail for every item: the key, the model or the address is wrong."""


class RefusedRequest(Exception):
    """A call whose words or parameters the endpoint refuses."""


@dataclass(frozen=True)
class Call:
    """A call about one item. Its repr omits the words of the item."""

    address: str
    key: str = field(repr=False)
    body: JsonObject = field(repr=False)


@dataclass(frozen=True)
class Completion:
    """A model's response; `refused` says why it gave no answer, `cut` that it ends too early. The
    tokens are None if the endpoint does not report them."""

    words: str
    refused: str
    cut: bool
    tokens_in: int | None
    tokens_out: int | None


def most_tokens_of(body: JsonObject, limit: str) -> tuple[int, int]:
    """Return the maximum number of tokens of a call, sent and received: no token is shorter than a
    byte."""
    words = sum(len(one["content"].encode()) for one in body["messages"])
    return words + ROOM_FOR_FORM, int(body[limit])


def cost_of(tokens_in: int, tokens_out: int, price_in: Decimal, price_out: Decimal) -> Decimal:
    """Return the exact cost of tokens, from prices per million.

    >>> cost_of(1_000, 3, Decimal("0.15"), Decimal("0.6"))
    Decimal('0.0001518')
    """
    return (tokens_in * price_in + tokens_out * price_out) / MILLION


def complete(call: Call) -> Completion:
    headers = {"Content-Type": "application/json"}
    if call.key:
        headers["Authorization"] = f"Bearer {call.key}"
    try:
        answer = ask(
            call.address,
            method="POST",
            headers=headers,
            body=json.dumps(call.body).encode(),
            seconds=settings.MODEL_SECONDS,
            most_bytes=MAX_BYTES,
        )
    except Unanswered as error:
        raise NoAnswer(str(error)) from error
    except Unreachable as error:
        raise NotNow(f"The endpoint could not be reached. {error}") from error
    return _completion(_require_success(answer))


def _require_success(answer: Answer) -> Answer:
    status = answer.status
    if status == HTTPStatus.OK:
        return answer
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        raise NotNow("The endpoint receives too many requests.", _retry_after(answer.again_after))
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        wait = _retry_after(answer.again_after)
        raise NotNow(f"The endpoint reports an internal problem (status {status}).", wait)
    if status in REFUSES_A_REQUEST:
        raise RefusedRequest(f"The endpoint rejects the request. {_detail(answer)}".strip())
    if status in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}:
        raise Never("The endpoint rejects the key, or the key lacks permission.")
    if status == HTTPStatus.NOT_FOUND:
        raise Never(f"The endpoint does not know this model or address. {_detail(answer)}".strip())
    raise Never(f"The endpoint returned status {status}, which is not followed.")


def _completion(answer: Answer) -> Completion:
    """Return the response of a call. An unreadable one was paid for all the same: it has no
    words."""
    read = _read(answer)
    choices = read.get("choices") if isinstance(read, dict) else None
    first = choices[0] if isinstance(choices, list) and choices else None
    choice: dict[str, object] = first if isinstance(first, dict) else {}
    said = choice.get("message")
    message: dict[str, object] = said if isinstance(said, dict) else {}
    refused, ended = _text(message.get("refusal")), choice.get("finish_reason")
    if not refused and ended == "content_filter":
        refused = "The endpoint’s filter blocked the answer."
    usage = read.get("usage") if isinstance(read, dict) else None
    used: dict[str, object] = usage if isinstance(usage, dict) else {}
    return Completion(
        _text(message.get("content")),
        refused[:MAX_DETAIL_LENGTH],
        ended == "length",
        _count(used.get("prompt_tokens")),
        _count(used.get("completion_tokens")),
    )


def _text(said: object) -> str:
    """Return a storable text, cut to the maximum length."""
    if not isinstance(said, str):
        return ""
    return said.replace("\0", "").encode("utf-8", "replace").decode()[:MAX_WORDS_LENGTH]


def _count(said: object) -> int | None:
    plain = isinstance(said, int) and not isinstance(said, bool)
    return said if plain and isinstance(said, int) and 0 <= said <= TOKENS else None


def _read(answer: Answer) -> object:
    try:
        return json.loads(answer.body)
    except (ValueError, RecursionError):
        return None


def _retry_after(written: str) -> float | None:
    """Return the seconds of a Retry-After header. Dates and malformed values are ignored."""
    digits = written.strip()
    if not (digits.isascii() and digits.isdigit() and len(digits) < 7):
        return None
    return min(max(float(digits), 1.0), MAX_WAIT_SECONDS)


def _detail(answer: Answer) -> str:
    """Return the beginning of the endpoint's own error message, on one line; empty if there is
    none."""
    read = _read(answer)
    error = read.get("error") if isinstance(read, dict) else None
    said = error.get("message") if isinstance(error, dict) else error
    words = "".join(sign for sign in _text(said) if sign.isprintable() or sign == " ")
    return " ".join(words.split())[:MAX_DETAIL_LENGTH]
