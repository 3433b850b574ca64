"""Rules of the table of permissions: callers, and what each gets by each method."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

CALLERS = ("anonymous", "worker", "other worker", "member", "stranger", "staff")
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")

EVERYONE = "200 200 200 200 200 200"
NOWHERE = "404 404 404 404 404 404"


@dataclass(frozen=True)
class Rule:
    """Statuses by method; a method that is not named is allowed to no one."""

    statuses: Mapping[str, str]
    body: Mapping[str, Any] = field(default_factory=dict)


def rule(body: Mapping[str, Any] | None = None, **statuses: str) -> Rule:
    return Rule({method.upper(): each for method, each in statuses.items()}, body or {})


def by_accounts(body: Mapping[str, Any] | None = None, **statuses: int) -> Rule:
    """Give the status of everyone with an account; all others must log in."""
    return rule(
        body, **{method: f"login login login {n} {n} {n}" for method, n in statuses.items()}
    )


def by_members(body: Mapping[str, Any] | None = None, **statuses: int) -> Rule:
    """Give the status of members of the project: no others find the page, and people without an
    account must log in."""
    return rule(
        body, **{method: f"login login login {n} 404 404" for method, n in statuses.items()}
    )


def by_tokens(body: Mapping[str, Any] | None = None, **statuses: int) -> Rule:
    """Give the status of tokens of the project, as `by_members` does for pages."""
    return rule(body, **{method: f"401 401 401 {n} 404 404" for method, n in statuses.items()})


def by_workers(body: Mapping[str, Any] | None = None, **statuses: int) -> Rule:
    """Give the status of both workers: all others are led to the page for joining."""
    return rule(body, **{method: f"door {n} {n} door door door" for method, n in statuses.items()})


PAGE = by_members(GET=200)
OWN_PAGE = by_accounts(GET=200)
OF_OWNERS = by_members(GET=403)
# The study is of segmentation; tests/research/test_crowd.py has one of pairs.
OF_PAIRS = by_members(GET=404)
# tests/research/test_baselines.py has one of evidence.
OF_EVIDENCE = OF_PAIRS
API_READ = by_tokens(GET=200)
API_ACT = by_tokens(POST=200)


def of_owners_act(**body: Any) -> Rule:
    return by_members(body, POST=403)


def act(**body: Any) -> Rule:
    return by_members(body, POST=302)


def form(**body: Any) -> Rule:
    return by_members(body, GET=200, POST=302)
