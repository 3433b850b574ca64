"""Token scopes limit a token to what they list, whatever its account may do."""

from collections.abc import Iterator

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from pytest_django.plugin import DjangoDbBlocker

from annotation.capabilities import Capability
from annotation.models import APIToken
from annotation.scopes import SCOPE_LABELS, SCOPE_OF, USUAL_SCOPES, Scope
from annotation.services.accounts.tokens import issue_token
from annotation.services.errors import Invalid
from tests.api.studies import API, Study, make_study
from tests.helpers.tiers import LONG
from tests.permissions.house import House
from tests.permissions.routes import ROOMS, ROUTES, rooms_of
from tests.permissions.scopes import listed_scopes, scopes_of
from tests.test_capabilities import named_by
from tests.test_permissions import TABLE

pytestmark = pytest.mark.xdist_group("scopes")

OF_PROJECTS = [
    (method.upper(), name)
    for name, route in ROUTES.items()
    if name.startswith("api:")
    for method, needed in named_by(route)
    if needed
]


@pytest.fixture(scope="module")
def house(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[House]:
    with django_db_blocker.unblock(), transaction.atomic():
        found = House(make_study(), make_study())
        found.clients["all"] = client(found.study, set(Scope))
        for scopes in {scopes_of(method, name) for method, name in OF_PROJECTS}:
            found.clients[f"only {sorted(scopes)}"] = client(found.study, scopes)
        for scope in Scope:
            found.clients[f"no {scope}"] = client(found.study, set(Scope) - {scope})
        yield found
        transaction.set_rollback(True)


def client(study: Study, scopes: set[Scope] | frozenset[str]) -> Client:
    _, key = issue_token(project=study.project, user=study.owner, name="t", scopes=scopes)
    return Client(headers={"Authorization": f"Bearer {key}"})


def test_every_operation_of_a_project_has_scopes_and_nothing_else_does() -> None:
    listed = {name.rpartition("/")[2] for _, names in listed_scopes() for name in names.split()}
    assert listed == {name for _, name in OF_PROJECTS}
    assert [one for one in OF_PROJECTS if not scopes_of(*one)] == []
    assert set(SCOPE_OF) == set(Capability)
    assert set(SCOPE_LABELS) == set(Scope)


def test_what_reads_changes_nothing() -> None:
    assert {method for method, name in OF_PROJECTS if "read" in scopes_of(method, name)} == {"GET"}


def wrong_scopes(method: str, name: str, house: House) -> Iterator[str]:
    """Yield where an operation requires other scopes than the lists say. The quick tier does not
    compare with a token that has all scopes."""
    scopes = scopes_of(method, name)
    address, body = house.address(name, ROUTES[name]), TABLE[name].body

    def outcome(caller: str) -> str:
        return house.outcome(caller, method, address, body)

    few = outcome(f"only {sorted(scopes)}")
    every = outcome("all") if LONG else few
    if few != every or every == "403":
        yield f"{method} {address}: {few} with only {sorted(scopes)}, {every} with all"
    for scope in scopes:
        if (found := outcome(f"no {scope}")) != "403":
            yield f"{method} {address}: expected 403 without {scope}, found {found}"


@pytest.mark.django_db
@pytest.mark.parametrize("room", rooms_of([name for _, name in OF_PROJECTS]))
def test_a_token_needs_these_scopes_and_no_others(room: str, house: House) -> None:
    requests = [one for one in OF_PROJECTS if one[1] in ROOMS[room]]
    assert [wrong for one in requests for wrong in wrong_scopes(*one, house)] == []


def test_a_refusal_names_the_scope_that_is_missing(study: Study) -> None:
    _, key = issue_token(project=study.project, user=study.owner, name="t", scopes=["read"])
    refused = API(key).post(f"{study.path}/pause")
    assert (refused.status_code, refused.json()["scope"]) == (403, "write")
    assert "lacks the scope “write”" in refused.json()["detail"]


def test_a_token_that_only_reads_vouches_for_nobody(study: Study) -> None:
    _, key = issue_token(project=study.project, user=study.owner, name="t", scopes=["read"])
    refused = API(key).post(f"{study.worker_path}/join", {"external_id": "w9"})
    assert (refused.status_code, refused.json()["scope"]) == (403, "work")


def test_a_token_without_the_ids_is_what_it_was(study: Study) -> None:
    token, _ = issue_token(project=study.project, user=study.owner, name="t")
    assert set(token.scopes) == USUAL_SCOPES


@pytest.mark.parametrize("scopes", [[], ["everything"], ["read", "everything"]])
def test_scopes_that_there_are_not_are_refused(study: Study, scopes: list[str]) -> None:
    with pytest.raises(Invalid, match="one or more of: read, files"):
        issue_token(project=study.project, user=study.owner, name="t", scopes=scopes)
    with pytest.raises(IntegrityError), transaction.atomic():
        APIToken.objects.update(scopes=scopes)
