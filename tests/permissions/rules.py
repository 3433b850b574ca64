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


PAGE = rule(GET="login login login 200 404 404")
OWN_PAGE = rule(GET="login login login 200 200 200")
OF_OWNERS = rule(GET="login login login 403 404 404")
# The study is of segmentation; tests/research/test_crowd.py has one of pairs.
OF_PAIRS = rule(GET="login login login 404 404 404")
ACT = "login login login 302 404 404"
# tests/research/test_baselines.py has one of evidence.
OF_EVIDENCE = OF_PAIRS
API_READ = rule(GET="401 401 401 200 404 404")
API_ACT = rule(POST="401 401 401 200 404 404")


def of_owners_act(**body: Any) -> Rule:
    return rule(body, POST="login login login 403 404 404")


def act(**body: Any) -> Rule:
    return rule(body, POST=ACT)


def form(**body: Any) -> Rule:
    return rule(body, GET="login login login 200 404 404", POST=ACT)
