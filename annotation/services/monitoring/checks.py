"""Checks of a running instance: what is wrong, and what to do.

The core's checks are in `core_checks`; an add-on lists its own as `CHECKS` in its module `checks`.
The readiness page, metrics and `manage.py doctor` all run this one list."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db import Error, transaction

from annotation.addons import modules_of_addons
from annotation.services.health import database_answers


class Effect(StrEnum):
    """The effect of a problem: the instance gets no requests, or a person is informed."""

    NOT_READY = "not_ready"
    WARNING = "warning"


@dataclass(frozen=True)
class Finding:
    """A problem: what is wrong, and what to do about it."""

    problem: str
    action: str


@dataclass(frozen=True)
class Check:
    """A check. `find` returns the problem, or None if all is well. Without `needs_database` it also
    runs while the database is unreachable."""

    name: str
    effect: Effect
    find: Callable[[], Finding | None]
    needs_database: bool = True


@dataclass(frozen=True)
class Result:
    """The outcome of a check; unknown if the database was needed and is unreachable."""

    name: str
    effect: Effect
    finding: Finding | None = None
    unknown: bool = False

    @property
    def status(self) -> str:
        if self.unknown:
            return "unknown"
        return "ok" if self.finding is None else "problem"

    @property
    def label(self) -> str:
        return self.status if self.finding is None else self.effect.replace("_", " ")

    def as_json(self) -> dict[str, str]:
        found = {"name": self.name, "effect": str(self.effect), "status": self.status}
        if self.finding is not None:
            found |= {"problem": self.finding.problem, "action": self.finding.action}
        return found


UNREACHABLE = Finding(
    "The database is unreachable.",
    "Check that PostgreSQL runs, that DATABASE_URL is right, and that max_connections is not "
    "exhausted. Midpath connects again by itself.",
)
DATABASE = "database"


def checks_of_addons() -> list[Check]:
    return [check for module in modules_of_addons("checks") for check in module.CHECKS]


def run_checks(checks: Sequence[Check]) -> list[Result]:
    """Run the checks in order, after one of the database itself."""
    reached = database_answers()
    first = Result(DATABASE, Effect.NOT_READY, None if reached else UNREACHABLE)
    return [first, *(_run(check, reached=reached) for check in checks)]


def is_ready(results: Sequence[Result]) -> bool:
    return not any(one.finding and one.effect == Effect.NOT_READY for one in results)


def _run(check: Check, *, reached: bool) -> Result:
    if not check.needs_database:
        return Result(check.name, check.effect, check.find())
    if not reached:
        return Result(check.name, check.effect, unknown=True)
    try:
        # In a transaction, so that an error leaves the connection usable in every caller.
        with transaction.atomic():
            return Result(check.name, check.effect, check.find())
    except Error as error:
        finding = Finding(
            f"The database did not answer: {type(error).__name__}.",
            "Check the log of PostgreSQL, then check again.",
        )
        return Result(check.name, check.effect, finding)
