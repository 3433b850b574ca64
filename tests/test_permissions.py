"""Permissions: every address, every kind of caller, every method.

The tables of tests/permissions/ are the rule. An address that is not in them fails the test: when
you add an address, decide there who may use it. Each rule contains the statuses for, in this order:
a stranger without account, the worker whose HIT it is, another worker of the campaign, a member of
the project, the owner of another project, and a member of staff who is not a member of the project.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from zlib import crc32

import pytest
from django.db import transaction
from django.urls import get_resolver
from pytest_django import DjangoDbBlocker

from tests.api.studies import make_study
from tests.helpers.addons import rules_of_addons
from tests.helpers.tiers import by_tier
from tests.permissions.house import House
from tests.permissions.pages import PAGES, RESEARCH
from tests.permissions.roles import MAY, may, sees
from tests.permissions.routes import ROOMS, ROUTES, named_routes, rooms_of
from tests.permissions.rules import CALLERS, METHODS, Rule
from tests.permissions.workers_and_clients import API, WORKER

pytestmark = pytest.mark.xdist_group("permissions")

TABLE: Mapping[str, Rule] = PAGES | RESEARCH | WORKER | API | rules_of_addons()
# Possible answers to a method that the table does not name.
NOT_ALLOWED = {"400", "401", "403", "404", "405", "login", "302"}
NOT_NAMED = dict.fromkeys(by_tier(quick=("member",), long=CALLERS), NOT_ALLOWED)
# Of the writing methods that are not named, the quick tier requests one.
WRITING = ("PUT", "PATCH", "DELETE")


def test_every_address_stands_in_the_table_and_nothing_else_does() -> None:
    assert len(ROUTES) == sum(1 for _ in named_routes(get_resolver())), "two addresses share a name"
    assert sorted(ROUTES) == sorted(TABLE)


# The methods and addresses of projects: all those that strangers may not use.
OF_PROJECTS = {
    (method, name)
    for name, rule in TABLE.items()
    for method, statuses in rule.statuses.items()
    if sees(method, name) or (not name.startswith("worker:") and "403" in statuses.split())
}


@pytest.fixture(scope="module")
def house(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[House]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield House(make_study(), make_study())
        transaction.set_rollback(True)


def wrong_callers(name: str, house: House) -> Iterator[str]:
    """Yield each cell of an address in which a caller gets another status than the table has."""
    rule, address = TABLE[name], house.address(name, ROUTES[name])
    for method in methods_to_try(name, rule):
        named = method in rule.statuses
        cells = callers_to_try(f"{method} {name}", rule.statuses[method]) if named else NOT_NAMED
        body = rule.body if named else {}
        for caller, expected in cells.items():
            found = house.outcome(caller, method, address, body)
            if found not in expected:
                wanted = " or ".join(sorted(expected))
                yield f"{caller}: {method} {address}: expected {wanted}, found {found}"


def methods_to_try(name: str, rule: Rule) -> list[str]:
    turn = WRITING[crc32(name.encode()) % len(WRITING)]
    tried = by_tier(quick={"GET", "POST", turn, *rule.statuses}, long={*METHODS})
    return [method for method in METHODS if method in tried]


def callers_to_try(request: str, statuses: str) -> Mapping[str, set[str]]:
    """Return what each caller gets; the quick tier tries one of the callers with equal results, and
    another one for each request, but no member where the test of the roles does."""
    cells = dict(zip(CALLERS, statuses.split(), strict=True))
    turn = crc32(request.encode())
    some = [one for one in CALLERS if one != "member" or not _tried_by_role(*request.split())]
    alike = [
        [one for one in some if cells[one] == status]
        for status in sorted({cells[one] for one in some})
    ]
    tried = by_tier(quick=[group[turn % len(group)] for group in alike], long=CALLERS)
    return {caller: {cells[caller]} for caller in tried}


def _tried_by_role(method: str, name: str) -> bool:
    """Return whether the test of the roles compares the status of a member with the table."""
    apart = name in OF_ITS_MAKER or f"{method}/{name}" in NOT_BY_TOKEN
    return (method, name) in OF_PROJECTS and not apart


@pytest.mark.attack(1, 2, 4, 5)
@pytest.mark.django_db
@pytest.mark.parametrize("room", ROOMS)
def test_each_caller_gets_what_the_table_says(room: str, house: House) -> None:
    assert [wrong for name in ROOMS[room] for wrong in wrong_callers(name, house)] == []


def test_the_roles_are_informed_of_every_address_of_a_project() -> None:
    listed = {name.rpartition("/")[2] for name in frozenset().union(*MAY.values())}
    assert listed <= set(TABLE)
    silent = [
        f"{method}/{name}"
        for name, rule in TABLE.items()
        for method, statuses in rule.statuses.items()
        if getattr(ROUTES[name].callback, "needs", None) and not sees(method, name)
    ]
    assert silent == [], "say in tests/permissions/roles.py which roles may"


# Objects that belong to the member who made them are hidden from others, whatever their role.
OF_ITS_MAKER = {
    *("api:revoke_token", "research:revoke_token", "research:upload", "research:rows_left_out"),
    *("research:choose_reading", "research:import_upload", "research:discard_upload"),
}
# A set or a picture comes in a form, so other bodies are refused first: tests/api/test_sets.py,
# tests/api/test_pictures.py. A preview writes nothing.
NOT_BY_TOKEN = {
    *("POST/api:sets", "POST/research:preview"),
    *("POST/api:pictures", "POST/api:shown_pictures"),
}
# The study's list of payments is empty, as no real one is; tests/research/test_pay_pages.py.
NOT_OF_OWNERS = {"research:payments", "research:payments_answer"}


def roles_to_try(method: str, name: str) -> list[str]:
    """Return the roles to try: in the quick tier, the two roles at the border between allowed and
    refused, which distinguishes any two capabilities, and the lowest role if all are allowed."""
    edges = {
        role
        for one, next_one in pairwise(MAY)
        if may(one, method, name) != may(next_one, method, name)
        for role in (one, next_one)
    }
    tried = by_tier(quick=edges or {"auditor"}, long=set(MAY))
    return [
        role for role in MAY if role in tried and (role != "owner" or name not in NOT_OF_OWNERS)
    ]


def wrong_roles(method: str, name: str, house: House) -> Iterator[str]:
    """Yield each role with a wrong answer: allowed roles get what the table has for a member, who
    is a manager; all others are refused."""
    address, body = house.address(name, ROUTES[name]), TABLE[name].body
    found = {
        role: house.outcome(role, method, address, body) for role in roles_to_try(method, name)
    }
    if f"{method}/{name}" in NOT_BY_TOKEN:
        if len(set(found.values())) != 1:
            yield f"{method} {address}: expected one answer for all, found {found}"
        return
    refusals = {"403", "404"} if name in OF_ITS_MAKER else {"403"}
    managers = TABLE[name].statuses[method].split()[CALLERS.index("member")]
    able = {managers} | refusals - {"403"}
    for role, status in found.items():
        if role == "owner":
            expected, is_wrong = {"no 403"}, status == "403"
        else:
            expected = able if may(role, method, name) else refusals
            is_wrong = status not in expected
        if is_wrong:
            wanted = " or ".join(sorted(expected))
            yield f"{role}: {method} {address}: expected {wanted}, found {status}"


@pytest.mark.attack(39)
@pytest.mark.django_db
@pytest.mark.parametrize("room", rooms_of(sorted({name for _, name in OF_PROJECTS})))
def test_each_role_gets_what_the_lists_say(room: str, house: House) -> None:
    requests = [(method, name) for method, name in sorted(OF_PROJECTS) if name in ROOMS[room]]
    assert [wrong for one in requests for wrong in wrong_roles(*one, house)] == []
