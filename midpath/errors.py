"""Exceptions. Those from the server contain its problem details."""

import json
from typing import Any, cast

import httpx

from midpath.models import Problem

PROBLEM = "application/problem+json"
MAX_SHOWN = 200


class MidpathError(Exception):
    """The base class of all exceptions that this client raises itself."""


class Unreachable(MidpathError):
    """A server that did not respond, or whose connection broke, at every attempt."""


class NoMidpath(MidpathError):
    """A response that is not from Midpath, but from a proxy or another server."""


class Refused(MidpathError):
    """A request that the server refused. `problem` is its whole response (RFC 9457)."""

    def __init__(self, problem: Problem, retry_after: float | None = None) -> None:
        super().__init__(_told(problem))
        self.problem = problem
        self.retry_after = retry_after

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle support, for passing it to a parent process."""
        return type(self), (self.problem, self.retry_after)

    @property
    def status(self) -> int:
        return self.problem["status"]

    @property
    def code(self) -> str:
        """The error code, for programs, such as `nothing_left`."""
        return self.problem["code"]


class Invalid(Refused):
    """An invalid request; `problem` says what is wrong and where."""


class TokenRefused(Refused):
    """A token that is unknown, expired or revoked, or missing."""


class Forbidden(Refused):
    """A request that the token may not make."""


class NotFound(Refused):
    """Something that does not exist or is not accessible to you, such as a HIT when none is
    left."""


class Conflict(Refused):
    """A request that is impossible in the current state."""


class TooMany(Refused):
    """Too many requests, for longer than the client's maximum wait."""


class Busy(Refused):
    """The server was busy at every attempt."""


class TookTooLong(MidpathError):
    """A wait that timed out."""


class JobFailed(MidpathError):
    """A job that failed."""


class Damaged(MidpathError):
    """A file whose contents differ from what the server states."""


class NotSigned(MidpathError):
    """A webhook message that was not signed with this secret, or too long ago."""


class NotInstalled(MidpathError):
    """A required package that is not installed."""


KINDS: dict[int, type[Refused]] = {
    400: Invalid,
    401: TokenRefused,
    403: Forbidden,
    404: NotFound,
    409: Conflict,
    413: Invalid,
    414: Invalid,
    415: Invalid,
    422: Invalid,
    429: TooMany,
    503: Busy,
}


def raised_for(response: httpx.Response) -> MidpathError:
    """Return the exception for a response that was read and is not a success."""
    problem = problem_of(response)
    if problem is None:
        start = " ".join(response.text.split())[:MAX_SHOWN]
        moved = response.headers.get("Location")
        where = f" It leads to {moved}: give that server's address." if moved else ""
        return NoMidpath(
            f"{response.url} answered {response.status_code}, and not as Midpath does.{where} "
            f"It says: {start or 'nothing'}"
        )
    return KINDS.get(response.status_code, Refused)(problem, retry_after_of(response))


def problem_of(response: httpx.Response) -> Problem | None:
    """Return the problem details of a response; None if it has none."""
    if response.headers.get("Content-Type", "").partition(";")[0].strip() != PROBLEM:
        return None
    try:
        told = json.loads(response.content)
    except ValueError:
        return None
    known = isinstance(told, dict) and {"status", "code", "detail"} <= told.keys()
    return cast(Problem, told) if known else None


def retry_after_of(response: httpx.Response) -> float | None:
    """Return the seconds after which the server allows a retry; None if not given."""
    told = response.headers.get("Retry-After", "")
    return float(told) if told.isascii() and told.isdigit() else None


def _told(problem: Problem) -> str:
    """Describe the problem for people: what is wrong, where, and its first errors."""
    places = ("field", "row", "line", "column", "position")
    told: dict[str, Any] = {**problem}
    where = ", ".join(f"{name} {told[name]}" for name in places if name in told)
    lines = [f"{problem['status']} {problem['code']}: {problem['detail']}"]
    lines += [f"({where})"] if where else []
    for error in problem.get("errors", [])[:3]:
        at = ", ".join(f"{name} {error[name]}" for name in ("field", "row") if name in error)
        lines.append(f"{at}: {error['message']}" if at else error["message"])
    return " ".join(lines)
