"""Attacks 1 to 4 of docs/promises.md: ids of others in every address that has ids.

Someone of another project, or another worker, gets 404 and is audited. An address of one's own
project, with the id of an object of another, leads nowhere either."""

from collections.abc import Iterator

import pytest
from django.db import transaction
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from tasks.run_job import makers
from tests.api.studies import make_study
from tests.helpers.addons import rules_of_addons
from tests.permissions.house import House
from tests.permissions.pages import PAGES, RESEARCH
from tests.permissions.roles import sees
from tests.permissions.routes import ROUTES
from tests.permissions.rules import CALLERS
from tests.permissions.workers_and_clients import API, WORKER

pytestmark = [pytest.mark.long, pytest.mark.django_db, pytest.mark.xdist_group("foreign ids")]
TABLE = PAGES | RESEARCH | WORKER | API | rules_of_addons()
# Workers' operations refuse the token of a researcher, and a worker's page takes JSON only.
REFUSED = {"404", "403", "401", "415"}
# The study has no practice and no rejected work.
NOTHING_THERE = {"worker:check_practice", "worker:object"}


@pytest.fixture(scope="module")
def houses(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[list[House]]:
    """Two studies with everything in them. Each is foreign to the other's owner."""
    makers()  # imports much, for longer than a transaction may be idle on a busy machine
    with django_db_blocker.unblock(), transaction.atomic():
        mine, theirs = make_study(), make_study()
        yield [House(mine, theirs), House(theirs, mine)]
        transaction.set_rollback(True)


def refused_requests(caller: str) -> Iterator[tuple[str, str]]:
    """Yield each request by its method and name that is refused to a caller with 404 because the
    object is another's."""
    for name, rule in TABLE.items():
        for method, statuses in rule.statuses.items():
            cells = dict(zip(CALLERS, statuses.split(), strict=True))
            alone = set(cells.values()) == {"404"} or name in NOTHING_THERE
            if (
                cells[caller] == "404"
                and not alone
                and (caller != "stranger" or sees(method, name))
            ):
                yield method, name


@pytest.mark.attack(1, 2, 4)
@pytest.mark.parametrize("caller", ["stranger", "other worker"])
def test_each_access_to_what_is_anothers_is_audited(houses: list[House], caller: str) -> None:
    house = houses[0]
    requests = list(refused_requests(caller))
    silent = [
        f"{method} {name}"
        for method, name in requests
        if house.audited_outcome(
            caller, method, house.address(name, ROUTES[name]), TABLE[name].body
        )
        != ("404", True)
    ]
    assert requests
    assert not silent, "\n".join(silent)


def mixed_address(name: str, mine: House, theirs: House) -> str | None:
    """Return an address of my own project with the ids of their objects; None if it has none."""
    own, foreign = (one.places(name, ROUTES[name]) for one in (mine, theirs))
    first, *others = own or [""]
    ids = [one for one in others if one.endswith("_id") and own[one] != foreign[one]]
    if not ids or own[first] == foreign.get(first):
        return None
    return reverse(name, kwargs=own | {one: foreign[one] for one in ids})


@pytest.mark.attack(3)
def test_my_project_with_an_id_of_theirs_leads_nowhere(houses: list[House]) -> None:
    mine, theirs = houses
    mixed = {name: mixed_address(name, mine, theirs) for name in TABLE if name != "nowhere"}
    found = {
        f"{method} {name}": mine.outcome(caller, method, address, TABLE[name].body)
        for name, address in mixed.items()
        if address
        for method in TABLE[name].statuses
        for caller in ("owner", "worker")
        if (caller == "worker") == name.startswith("worker:")
    }
    assert len(found) > 50
    assert {name: status for name, status in found.items() if status not in REFUSED} == {}
