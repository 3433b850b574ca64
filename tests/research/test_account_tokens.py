"""The page of an account's own tokens."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from annotation.models import APIToken, User
from annotation.services.accounts.tokens import find_token, issue_token
from tests.helpers.factories import make_project, make_user

HERE = "/account/tokens/"
AGAIN = "/account/reauthenticate/"
SENT = {"name": "a script", "days": "30", "scopes": ["read", "write", "ids"]}
PASSWORD = "pass-word-1"
SIGNED_IN = 2


@pytest.fixture
def ada(db: None) -> User:
    return make_user("ada")


@pytest.fixture
def signed_in(client: Client, ada: User) -> Client:
    client.force_login(ada)
    return client


def with_password(client: Client) -> Client:
    client.post(AGAIN, {"password": PASSWORD})
    return client


def test_to_issue_one_asks_for_the_password(signed_in: Client, ada: User) -> None:
    """The typed input is still there afterwards."""
    response = signed_in.post(HERE, SENT)
    assert response.headers["Location"] == f"{AGAIN}?next=%2Faccount%2Ftokens%2F"
    assert not APIToken.objects.exists()
    page = signed_in.post(response.headers["Location"], {"password": PASSWORD, "next": HERE})
    token = shown(page.content.decode())
    assert (token.user, token.project, token.scopes) == (ada, None, SENT["scopes"])


@pytest.mark.long
def test_a_key_is_shown_once_and_its_token_can_be_revoked(signed_in: Client) -> None:
    assert "No tokens have been issued yet" in signed_in.get(HERE).content.decode()
    page = with_password(signed_in).post(HERE, SENT)
    assert page.headers["Cache-Control"] == "private, no-store"
    key = key_of(page.content.decode())
    listed = signed_in.get(HERE).content.decode()
    assert key not in listed
    assert "a script" in listed
    token = shown(page.content.decode())
    revoked = signed_in.post(f"{HERE}{token.pk}/revoke/", follow=True).content.decode()
    assert "The token “a script” was revoked" in revoked
    assert find_token(key) is None


@pytest.mark.long
def test_what_is_wrong_is_said_at_the_field(signed_in: Client) -> None:
    page = with_password(signed_in).post(HERE, SENT | {"name": "", "days": "366"})
    text = page.content.decode()
    assert page.status_code == 400
    assert "Give the token a name" in text
    assert 'id="id_days_error"' in text
    assert not APIToken.objects.exists()


def test_nobody_sees_or_revokes_those_of_others(signed_in: Client) -> None:
    token, key = issue_token(project=None, user=make_user(), name="of somebody else")
    assert "of somebody else" not in signed_in.get(HERE).content.decode()
    assert signed_in.post(f"{HERE}{token.pk}/revoke/").status_code == 404
    assert find_token(key) == token


@pytest.mark.long
def test_a_projects_tokens_are_on_its_page_alone(signed_in: Client, ada: User) -> None:
    project = make_project(ada)
    of_project, _ = issue_token(project=project, user=ada, name="of the project")
    issue_token(project=None, user=ada, name="of the account")
    assert "of the project" not in signed_in.get(HERE).content.decode()
    assert signed_in.post(f"{HERE}{of_project.pk}/revoke/").status_code == 404
    listed = signed_in.get(f"/research/projects/{project.pk}/tokens/").content.decode()
    assert "of the account" not in listed


def test_many_cost_no_more_questions_than_one(
    signed_in: Client, ada: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(5):
        issue_token(project=None, user=ada, name=f"token {number}")
    with django_assert_num_queries(SIGNED_IN + 1):
        signed_in.get(HERE)


def key_of(page: str) -> str:
    (found,) = re.findall(r'<code class="key">(.*?)</code>', page)
    return str(found)


def shown(page: str) -> APIToken:
    token = find_token(key_of(page))
    assert token is not None
    return token
