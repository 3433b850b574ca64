"""Retries: which requests are repeated, and after how long."""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

import httpx

from midpath.errors import Unreachable, problem_of, retry_after_of

# The request was never sent, so it is safe to send it again.
NOT_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
ASK_LATER = {429, 503}
GATEWAYS = {502, 503, 504}
# The first request with this Idempotency-Key is still in progress.
UNDER_WAY = "in_flight"
MAX_DOUBLINGS = 30
CHANCE = secrets.SystemRandom()


@dataclass(frozen=True)
class Patience:
    """The retry policy: the maximum number of attempts, and the waits between them.

    Waits double from `first` seconds to `longest`, each shortened at random, so that programs that
    failed together do not retry together. A wait requested by the server is used if it is at most
    `longest`. `sleep` does the waiting."""

    tries: int = 5
    first: float = 0.5
    longest: float = 60.0
    sleep: Callable[[float], None] = time.sleep

    def before(self, attempt: int) -> float:
        """Return the maximum wait after this many attempts."""
        return float(min(self.longest, self.first * 2 ** min(attempt - 1, MAX_DOUBLINGS)))

    def pause(self, attempt: int, told: float | None = None) -> bool:
        """Wait after this many attempts; return False at once if there should be no further
        attempt."""
        if attempt >= self.tries or (told is not None and told > self.longest):
            return False
        at_most = self.before(attempt)
        self.sleep(told if told is not None else CHANCE.uniform(at_most / 2, at_most))
        return True


def asked_again(
    patience: Patience, ask: Callable[[], httpx.Response], *, repeatable: bool
) -> httpx.Response:
    """Return the response, which may be a refusal, after the necessary attempts. `repeatable`: the
    request is idempotent. Others are retried only if the server cannot have started them, because
    there was no connection or Midpath itself requests a retry."""
    attempt = 0
    while True:
        attempt += 1
        try:
            response = ask()
        except httpx.TransportError as error:
            if not (repeatable or isinstance(error, NOT_SENT)) or not patience.pause(attempt):
                raise Unreachable(_told(error, attempt)) from error
            continue
        told = retry_after_of(response)
        later = may_come_again(response, repeatable=repeatable)
        if not later or not patience.pause(attempt, told):
            return response


def may_come_again(response: httpx.Response, *, repeatable: bool) -> bool:
    """Return whether the same request may be sent again."""
    problem = problem_of(response)
    if problem is not None and response.status_code in ASK_LATER:
        return True
    under_way = problem is not None and problem["code"] == UNDER_WAY
    return repeatable and (under_way or response.status_code in GATEWAYS)


def _told(error: httpx.TransportError, attempts: int) -> str:
    often = "once" if attempts == 1 else f"{attempts} times"
    why = str(error) or type(error).__name__
    return f"{error.request.method} {error.request.url} was tried {often}: {why}"
