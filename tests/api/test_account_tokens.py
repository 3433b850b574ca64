"""Account tokens: they create projects, and may do in each what the account's role and their scopes
allow. A project's token still reaches its project alone."""

from collections.abc import Iterator

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from pytest_django.plugin import DjangoDbBlocker

from annotation.models import APIToken, AuditEvent, Membership, Project, User
from annotation.research.project.audit import sentence
from annotation.scopes import Scope
from annotation.services.accounts.accounts import disable_account
from annotation.services.accounts.members import add_member, change_member, remove_member
from annotation.services.accounts.tokens import find_token, issue_token, revoke_token
from tests.api.studies import API, Study, make_study
from tests.api.test_scopes import OF_PROJECTS
from tests.helpers.factories import make_member, make_project, make_user
from tests.permissions.house import House
from tests.permissions.routes import ROOMS, ROUTES, rooms_of
from tests.test_permissions import TABLE

pytestmark = pytest.mark.xdist_group("scopes")


def account(user: User, *scopes: Scope) -> API:
    _, key = issue_token(project=None, user=user, name="a script", scopes=scopes or set(Scope))
    return API(key)


def test_it_makes_a_project_and_goes_on_in_it(study: Study) -> None:
    """They also open projects that the account joins later."""
    owner = make_user()
    api = account(owner, Scope.READ, Scope.WRITE)
    made = api.post("projects", {"name": "New", "description": "Of a script."})
    assert made.status_code == 201
    content = made.json()
    assert content == api.get("projects").json()["results"][0]
    project = Project.objects.get(pk=content["id"])
    assert (project.name, project.description) == ("New", "Of a script.")
    assert project.memberships.get().role == Membership.Role.OWNER
    body = {"project": project.pk, "name": "texts", "rows": [{"text": "a b"}]}
    assert api.post("datasets", body).status_code == 201
    assert api.get(study.path).status_code == 404
    add_member(project=study.project, by=study.owner, username=owner.username, role="viewer")
    assert api.get(study.path).status_code == 200
    assert api.post(f"{study.path}/pause").status_code == 403


def test_the_audit_names_the_token(study: Study) -> None:
    token, key = issue_token(project=None, user=study.owner, name="nightly")
    made = API(key).post("projects", {"name": "New"}).json()
    event = AuditEvent.objects.get(verb="project.created", project=made["id"])
    assert sentence(event) == "created the project by the token nightly"
    revoke_token(token=token, user=study.owner)
    issued, revoked = AuditEvent.objects.filter(object_id=token.pk, verb__startswith="token.")
    assert (issued.project, sentence(issued)) == (None, "issued the API token nightly")
    assert (revoked.user, sentence(revoked)) == (study.owner, "revoked the API token nightly")


def test_what_was_audited_without_a_name_is_reported_without_one() -> None:
    assert sentence(AuditEvent(verb="token.issued")) == "issued the API token"


def test_the_same_request_with_a_key_makes_one_project(study: Study) -> None:
    api = account(study.owner)
    api.headers["Idempotency-Key"] = "one"
    first, again = (api.post("projects", {"name": "New"}) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert Project.objects.filter(name="New").count() == 1


def test_a_projects_token_makes_none_and_says_why(study: Study) -> None:
    refused = study.researcher.post("projects", {"name": "New"})
    assert refused.status_code == 403
    assert "Use a token of your account" in refused.json()["detail"]
    assert not Project.objects.filter(name="New").exists()


def test_to_make_a_project_needs_the_scope_to_write(study: Study) -> None:
    refused = account(study.owner, *(set(Scope) - {Scope.WRITE})).post("projects", {"name": "New"})
    assert (refused.status_code, refused.json()["scope"]) == (403, "write")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "name"),
        ({"name": " "}, "name"),
        ({"name": "a" * 121}, "name"),
        ({"name": "New", "description": "a" * 2001}, "description"),
        ({"name": "New", "members": []}, "members"),
    ],
)
def test_faults_of_a_project_are_named(study: Study, body: dict[str, object], field: str) -> None:
    refused = account(study.owner).post("projects", body)
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (400, field)


def test_without_its_membership_it_opens_nothing_at_once(study: Study) -> None:
    member = make_member(study.project, study.owner)
    api = account(member)
    assert api.post(f"{study.path}/pause").status_code == 200
    change_member(project=study.project, by=study.owner, user_id=member.pk, role="viewer")
    assert api.post(f"{study.path}/resume").status_code == 403
    remove_member(project=study.project, by=study.owner, user_id=member.pk)
    assert api.get(study.path).status_code == 404
    assert api.get("projects").json()["results"] == []


def test_the_token_of_a_disabled_account_opens_nothing_for_good(study: Study) -> None:
    api = account(study.owner)
    disable_account(user=study.owner)
    assert api.get("projects").status_code == 401
    User.objects.filter(pk=study.owner.pk).update(is_active=True)
    assert api.get("projects").status_code == 401


def test_it_vouches_for_workers_where_its_account_is_a_member(study: Study) -> None:
    vouched = {"external_id": "w9"}
    path = f"{study.worker_path}/join"
    assert account(study.owner, Scope.WORK).post(path, vouched).status_code == 200
    assert account(study.owner, Scope.READ).post(path, vouched).status_code == 403
    assert account(study.owner, Scope.WORK).post(path, vouched).status_code == 200
    assert (
        account(make_user()).post(path, vouched).status_code
        == API().post(path, vouched).status_code
        == 409
    )


def test_it_stands_in_no_list_of_a_projects_tokens(study: Study) -> None:
    token, key = issue_token(project=None, user=study.owner, name="mine")
    path = f"projects/{study.project.pk}/tokens"
    assert token.pk not in {one["id"] for one in API(key).get(path).json()["results"]}
    assert API(key).post(f"{path}/{token.pk}/revoke").status_code == 404
    assert find_token(key) == token


def test_a_token_of_a_project_never_becomes_one_of_an_account(study: Study) -> None:
    """Nor the other way; and it is deleted with its project."""
    for change in ({"project": None}, {"of_account": True}):
        with pytest.raises(IntegrityError, match="a_token_is_of_a_project"), transaction.atomic():
            APIToken.objects.update(**change)
    project = make_project(study.owner)
    issue_token(project=project, user=study.owner, name="gone")
    Project.everything.filter(pk=project.pk).delete()
    assert not APIToken.objects.filter(name="gone").exists()


@pytest.fixture(scope="module")
def house(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[House]:
    with django_db_blocker.unblock(), transaction.atomic():
        study, other = make_study(), make_study()
        found = House(study, other)
        for name, user, project in (
            ("of the project", study.owner, study.project),
            ("of the account", study.owner, None),
            ("of a stranger", other.owner, None),
            ("of another project", study.owner, make_project(study.owner)),
        ):
            _, key = issue_token(project=project, user=user, name=name, scopes=set(Scope))
            found.clients[name] = Client(headers={"Authorization": f"Bearer {key}"})
        yield found
        transaction.set_rollback(True)


# The caller whose answers each token gets. Of another project, lists are empty, and everything else
# is 404.
AS = {
    "of the account": "owner",
    "of the project": "owner",
    "of a stranger": "stranger",
    "of another project": "stranger",
}


def wrong_tokens(method: str, name: str, house: House) -> Iterator[str]:
    """Yield each token that gets another answer than its account, or a stranger."""
    address, body = house.address(name, ROUTES[name]), TABLE[name].body
    expected = {one: house.outcome(one, method, address, body) for one in set(AS.values())}
    for token, account_of_it in AS.items():
        found = house.outcome(token, method, address, body)
        if found != expected[account_of_it]:
            yield f"{token}: {method} {address}: expected {expected[account_of_it]}, found {found}"


@pytest.mark.few(1)
@pytest.mark.django_db
@pytest.mark.parametrize("room", rooms_of([name for _, name in OF_PROJECTS]))
def test_it_gets_what_its_account_gets_but_no_other_project(room: str, house: House) -> None:
    requests = [one for one in OF_PROJECTS if one[1] in ROOMS[room]]
    assert [wrong for one in requests for wrong in wrong_tokens(*one, house)] == []
