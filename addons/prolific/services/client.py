"""A client of Prolific's public API (https://docs.prolific.com/api-reference).

Every call is bounded: a time limit per response, a size, a few attempts, and a time limit for all
calls together. Temporary refusals (429 and 5xx) are retried with increasing delays, or when
Prolific says, but only for idempotent calls. Creating a study, changing its state, paying bonuses
and sending messages are tried once; if the outcome is unknown, the error says so (`Unsure`). Our
errors contain neither the token nor what Prolific writes about a request."""

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from http import HTTPStatus
from urllib.parse import quote, urlencode

from django.conf import settings

from annotation.web.http_client import Answer, Unanswered, Unreachable, ask

SECONDS_FOR_AN_ANSWER = 20
MAX_BYTES = 16 * 1024 * 1024
MAX_ATTEMPTS = 4
FIRST_WAIT = 1.0
MAX_WAIT_SECONDS = 30.0
MAX_DETAIL_LENGTH = 200
TOO_LONG = "Prolific took too long, so the rest was skipped. Try again."
REDIRECTS = range(HTTPStatus.MULTIPLE_CHOICES, HTTPStatus.BAD_REQUEST)

Clock = Callable[[], float]
# Called before each request and in each second of a wait, so that the caller can abort.
Watch = Callable[[], None]


class ProlificProblem(Exception):
    """A failed request to Prolific; the message says why and what helps."""


class Refused(ProlificProblem):
    """A request that Prolific understood and refused, so that retrying is useless."""


class Unsure(ProlificProblem):
    """A call that Prolific may or may not have accepted, and that must not be repeated."""


class OutOfTime(ProlificProblem):
    """A visit that has reached its time limit."""


@dataclass
class Prolific:
    """The API for the owner of a token, until a deadline."""

    token: str = field(repr=False)
    until: float
    watch: Watch = lambda: None
    clock: Clock = time.monotonic
    sleep: Callable[[float], None] = time.sleep

    def study(self, study: str) -> dict[str, object]:
        return self._object("GET", f"/api/v1/studies/{quote(study, safe='')}/")

    def submissions(self, study: str) -> list[dict[str, object]]:
        """Return all submissions of a study; entries that are no objects are left out."""
        return _listed(self._object("GET", f"/api/v1/studies/{quote(study, safe='')}/submissions/"))

    def studies(self) -> list[dict[str, object]]:
        """Return a summary of all studies of the account."""
        return _listed(self._object("GET", "/api/v1/studies/"))

    def create_study(self, body: Mapping[str, object]) -> dict[str, object]:
        """Create a draft of a study, by one call: repeated, it would create another."""
        answer = self.ask_once("POST", "/api/v1/studies/", body)
        try:
            made = _read(answer)
        except ProlificProblem as error:
            raise Unsure(str(error)) from error
        return made if isinstance(made, dict) else {}

    def cost_of_places(self, *, reward: int, places: int) -> dict[str, object]:
        """Return the cost of this many places at a reward in cents, fees and tax included."""
        body = {"reward": reward, "total_available_places": places}
        return self._object("POST", "/api/v1/study-cost-calculator/", body)

    def move_study(self, study: str, action: str) -> None:
        """Publish, pause, start or stop a study. Its state shows the result."""
        path = f"/api/v1/studies/{quote(study, safe='')}/transition/"
        self.ask_once("POST", path, {"action": action})

    def raise_places(self, study: str, places: int) -> None:
        """Set the total number of places of a study. Idempotent."""
        path = f"/api/v1/studies/{quote(study, safe='')}/"
        self._object("PATCH", path, {"total_available_places": places})

    def approve(self, submission: str) -> None:
        self._transition(submission, {"action": "APPROVE"})

    def reject(self, submission: str, *, category: str, reason: str) -> None:
        body = {"action": "REJECT", "rejection_category": category, "message": reason}
        self._transition(submission, body)

    def submission(self, submission: str) -> dict[str, object]:
        return self._object("GET", f"/api/v1/submissions/{quote(submission, safe='')}/")

    def cost(self, study: str) -> dict[str, object]:
        """Return the current cost of a study: rewards and bonuses, each with its fees and tax."""
        return self._object("GET", f"/api/v1/studies/{quote(study, safe='')}/cost/")

    def set_up_bonuses(self, study: str, lines: str) -> dict[str, object]:
        """Set up bonuses, as lines of an id and an amount, and return their cost. This pays
        nothing, so it may be repeated."""
        body = {"study_id": study, "csv_bonuses": lines}
        return self._object("POST", "/api/v1/submissions/bonus-payments/", body)

    def pay_bonuses(self, bulk: str) -> None:
        """Pay bonuses that were set up, by one call: repeated, it would pay again."""
        self.ask_once("POST", f"/api/v1/bulk-bonus-payments/{quote(bulk, safe='')}/pay/", {})

    def send_message(self, participant: str, study: str, body: str) -> None:
        """Send a message, by one call: repeated, it would arrive twice."""
        said = {"recipient_id": participant, "study_id": study, "body": body}
        self.ask_once("POST", "/api/v1/messages/", said)

    def messages(self, since: datetime) -> list[dict[str, object]]:
        """Return the account's messages since a time; Prolific keeps them for 30 days."""
        query = urlencode({"created_after": since.isoformat(timespec="seconds")})
        return _listed(self._object("GET", f"/api/v1/messages/?{query}"))

    def get_ready(self) -> None:
        """Raise anything that would prevent the next call, before it is recorded as sent."""
        self.watch()
        if self.until - self.clock() < SECONDS_FOR_AN_ANSWER:
            raise OutOfTime(TOO_LONG)

    def ask_once(self, method: str, path: str, body: Mapping[str, object]) -> Answer:
        """Make a request that is never repeated. Raise Unsure if Prolific may have accepted it, and
        another ProlificProblem if it certainly did not."""
        try:
            answer = self._plain(method, path, json.dumps(body).encode(), SECONDS_FOR_AN_ANSWER)
        except Unanswered as error:
            raise Unsure(f"Prolific’s answer was lost. {error}") from error
        except Unreachable as error:
            raise ProlificProblem(f"Could not reach Prolific. {error}") from error
        if answer.status == HTTPStatus.TOO_MANY_REQUESTS:
            raise ProlificProblem(_moment(answer.status))
        if answer.status >= HTTPStatus.INTERNAL_SERVER_ERROR or answer.status in REDIRECTS:
            raise Unsure(f"Prolific answered {answer.status}, so the result is unknown.")
        return _require_success(answer)

    def _transition(self, submission: str, body: Mapping[str, str]) -> None:
        """Send a decision. Prolific documents that a repeated decision is ignored."""
        path = f"/api/v1/submissions/{quote(submission, safe='')}/transition/"
        self._object("POST", path, body)

    def _object(
        self, method: str, path: str, body: Mapping[str, object] | None = None
    ) -> dict[str, object]:
        answer = self._answer(method, path, json.dumps(body).encode() if body else None)
        read = _read(answer)
        if not isinstance(read, dict):
            raise ProlificProblem("Prolific’s answer does not match its documentation.")
        return read

    def _answer(self, method: str, path: str, body: bytes | None) -> Answer:
        problem = ProlificProblem("Prolific did not answer.")
        for attempt in range(MAX_ATTEMPTS):
            wait = FIRST_WAIT * 2**attempt
            try:
                answer = self._once(method, path, body)
            except Unreachable as error:
                problem = ProlificProblem(f"Could not reach Prolific. {error}")
            else:
                if not _is_for_the_moment(answer.status):
                    return _require_success(answer)
                problem = ProlificProblem(_moment(answer.status))
                wait = _retry_after(answer.again_after, wait)
            if attempt < MAX_ATTEMPTS - 1:
                self._wait(wait)
        raise problem

    def _once(self, method: str, path: str, body: bytes | None) -> Answer:
        self.watch()
        left = self.until - self.clock()
        if left <= 0:
            raise OutOfTime(TOO_LONG)
        return self._plain(method, path, body, min(left, SECONDS_FOR_AN_ANSWER))

    def _plain(self, method: str, path: str, body: bytes | None, seconds: float) -> Answer:
        headers = {"Authorization": f"Token {self.token}"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        return ask(
            settings.ADDON_SETTINGS["MIDPATH_PROLIFIC_API"].rstrip("/") + path,
            method=method,
            headers=headers,
            body=body,
            seconds=seconds,
            most_bytes=MAX_BYTES,
        )

    def _wait(self, seconds: float) -> None:
        if self.clock() + seconds >= self.until:
            raise OutOfTime("Prolific requires a longer wait. Try again later.")
        while seconds > 0:
            self.watch()
            self.sleep(min(seconds, 1.0))
            seconds -= 1.0


def _listed(found: Mapping[str, object]) -> list[dict[str, object]]:
    listed = found.get("results")
    if not isinstance(listed, list):
        raise ProlificProblem("Prolific’s answer does not match its documentation.")
    return [one for one in listed if isinstance(one, dict)]


def _is_for_the_moment(status: int) -> bool:
    return status == HTTPStatus.TOO_MANY_REQUESTS or status >= HTTPStatus.INTERNAL_SERVER_ERROR


def _moment(status: int) -> str:
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        return "Prolific received too many requests from this account. Try again later."
    return f"Prolific has an internal problem (status {status}). Try again later."


def _retry_after(written: str, otherwise: float) -> float:
    """Return the seconds of a Retry-After header. Dates and malformed values are ignored."""
    digits = written.strip()
    if not (digits.isascii() and digits.isdigit() and len(digits) < 7):
        return otherwise
    return min(max(float(digits), FIRST_WAIT), MAX_WAIT_SECONDS)


def _require_success(answer: Answer) -> Answer:
    status = answer.status
    if HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
        return answer
    if status in REDIRECTS:
        raise ProlificProblem("Prolific’s address redirects elsewhere; nothing was sent.")
    if status in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}:
        raise ProlificProblem(
            "Prolific rejected the token or does not allow this with it. An owner can set another "
            "token."
        )
    if status == HTTPStatus.NOT_FOUND:
        raise Refused("Prolific does not know this id, or the token’s account has no access to it.")
    raise Refused(f"Prolific refused it. {_detail(answer)}".strip())


def _detail(answer: Answer) -> str:
    """Return the beginning of Prolific's own error message, on one line; empty if there is none."""
    try:
        read = _read(answer)
    except ProlificProblem:
        return ""
    error = read.get("error", read) if isinstance(read, dict) else {}
    said = error.get("detail", "") if isinstance(error, dict) else ""
    if isinstance(said, list) and said:
        said = said[0]
    text = said if isinstance(said, str) else ""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())[
        :MAX_DETAIL_LENGTH
    ]


def _read(answer: Answer) -> object:
    try:
        return json.loads(answer.body)
    except (ValueError, RecursionError) as error:
        raise ProlificProblem("Prolific’s answer does not match its documentation.") from error
