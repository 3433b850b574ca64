"""Accounts: signing in, guessing passwords, signing out, a new password, and the page of tokens."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from annotation.models import APIToken, AuditEvent, LoginAttempt, User
from annotation.services.accounts.login_throttle import (
    MAX_FROM_AN_ADDRESS_AT_A_TARGET,
    MAX_PER_ADDRESS,
)
from annotation.services.accounts.tokens import find_token, issue_token
from tests.helpers.factories import make_project, make_user
from tests.helpers.pages import assert_shows, read, signed_in, text_of
from tests.helpers.queries import assert_queries

LOGIN = "/account/login/"
RIGHT = {"username": "ada", "password": "pass-word-1"}
WRONG = {"username": "ada", "password": "guess"}


@pytest.fixture
def ada(db: None) -> User:
    return make_user("ada")


def test_right_password_opens_the_projects(client: Client, ada: User) -> None:
    response = client.post(LOGIN, RIGHT)
    assert (response.status_code, response.headers["Location"]) == (302, "/research/")
    assert AuditEvent.objects.filter(verb="account.signed_in", user=ada).count() == 1


@pytest.mark.long
def test_wrong_password_and_unknown_name_get_the_same_answer(client: Client, ada: User) -> None:
    wrong = client.post(LOGIN, WRONG)
    unknown = client.post(LOGIN, WRONG | {"username": "nobody"})
    assert wrong.status_code == unknown.status_code == 400
    assert "Wrong name or password" in wrong.content.decode()
    assert _plain(wrong.content, b"ada") == _plain(unknown.content, b"nobody")


def _plain(page: bytes, name: bytes) -> bytes:
    """Return the page without the typed name and without the CSRF token."""
    lines = page.replace(b'value="' + name, b'value="').splitlines()
    return b"\n".join(line for line in lines if b"csrfmiddlewaretoken" not in line)


@pytest.mark.long
@pytest.mark.parametrize("username", ["ada", "nobody"])
def test_guessing_ends_in_429_with_retry_time(client: Client, ada: User, username: str) -> None:
    guess = WRONG | {"username": username}
    statuses = [
        client.post(LOGIN, guess).status_code for _ in range(MAX_FROM_AN_ADDRESS_AT_A_TARGET)
    ]
    assert statuses == [400] * MAX_FROM_AN_ADDRESS_AT_A_TARGET
    refused = client.post(LOGIN, guess | {"password": "pass-word-1"})
    assert refused.status_code == 429
    assert 0 < int(refused.headers["Retry-After"]) <= 15 * 60
    assert "Try again in 15 minutes" in refused.content.decode()


@pytest.mark.long
def test_a_rotating_forwarded_address_changes_nothing(client: Client, ada: User) -> None:
    statuses = [
        client.post(LOGIN, WRONG, HTTP_X_FORWARDED_FOR=f"10.0.0.{number}").status_code
        for number in range(MAX_FROM_AN_ADDRESS_AT_A_TARGET + 1)
    ]
    assert statuses[-1] == 429


def test_many_names_from_one_address_are_slowed_too(client: Client, db: None) -> None:
    LoginAttempt.objects.bulk_create(
        LoginAttempt(account=f"{number:064}", address="127.0.0.1")
        for number in range(MAX_PER_ADDRESS)
    )
    assert client.post(LOGIN, WRONG).status_code == 429
    assert client.post(LOGIN, WRONG, REMOTE_ADDR="10.1.2.3").status_code == 400


@pytest.mark.long
def test_old_attempts_are_forgotten(client: Client, ada: User) -> None:
    for _ in range(MAX_FROM_AN_ADDRESS_AT_A_TARGET):
        client.post(LOGIN, WRONG)
    LoginAttempt.objects.update(at=timezone.now() - timedelta(minutes=16))
    assert client.post(LOGIN, RIGHT).status_code == 302


@pytest.mark.long
def test_the_right_password_takes_earlier_attempts_back(client: Client, ada: User) -> None:
    for _ in range(MAX_FROM_AN_ADDRESS_AT_A_TARGET - 1):
        client.post(LOGIN, WRONG)
    assert client.post(LOGIN, RIGHT).status_code == 302
    assert not LoginAttempt.objects.exists()


def test_a_disabled_account_gets_the_common_answer(client: Client, ada: User) -> None:
    User.objects.filter(pk=ada.pk).update(is_active=False)
    assert client.post(LOGIN, RIGHT).status_code == 400


@pytest.mark.attack(34)
def test_a_foreign_next_address_is_ignored(client: Client, ada: User) -> None:
    response = client.post(LOGIN, RIGHT | {"next": "https://elsewhere.example/"})
    assert response.headers["Location"] == "/research/"


def test_signing_out_is_a_post(client: Client, ada: User) -> None:
    client.force_login(ada)
    assert client.get("/account/logout/").status_code == 405
    assert client.post("/account/logout/").headers["Location"] == "/"
    assert client.get("/research/").status_code == 302


def test_a_new_password_ends_other_sessions(client: Client, ada: User) -> None:
    elsewhere = signed_in(ada)
    client.force_login(ada)
    new = {"new_password1": "longer horse 7", "new_password2": "longer horse 7"}
    changed = client.post("/account/password/", {"old_password": "pass-word-1", **new})
    assert changed.headers["Location"] == "/account/password/done/"
    assert client.get("/research/").status_code == 200
    assert elsewhere.get("/research/").status_code == 302


def test_guesses_at_the_old_password_count_with_those_of_logins(client: Client, ada: User) -> None:
    client.force_login(ada)
    new = {"new_password1": "longer horse 7", "new_password2": "longer horse 7"}
    guess, right = {"old_password": "guess", **new}, {"old_password": "pass-word-1", **new}
    most = MAX_FROM_AN_ADDRESS_AT_A_TARGET
    statuses = [client.post("/account/password/", guess).status_code for _ in range(most)]
    assert statuses == [400] * most
    refused = client.post("/account/password/", right)
    assert (refused.status_code, "Retry-After" in refused.headers) == (429, True)
    assert Client().post(LOGIN, RIGHT).status_code == 429
    LoginAttempt.objects.update(at=timezone.now() - timedelta(minutes=16))
    weak = right | {"new_password1": "1234", "new_password2": "1234"}
    for sent, expected in ((guess, 400), (weak, 400), (guess, 400), (right, 302)):
        assert client.post("/account/password/", sent).status_code == expected
        assert LoginAttempt.objects.exists() is (sent is guess)


def test_a_weak_password_is_explained_at_its_field(client: Client, ada: User) -> None:
    client.force_login(ada)
    weak = {"old_password": "pass-word-1", "new_password1": "1234", "new_password2": "1234"}
    assert 'id="id_new_password2_error"' in text_of(client.post("/account/password/", weak), 400)


HERE = "/account/tokens/"
AGAIN = "/account/reauthenticate/"
SENT = {"name": "a script", "days": "30", "scopes": ["read", "write", "ids"]}
PASSWORD = "pass-word-1"
SIGNED_IN = 2


@pytest.fixture
def browser(client: Client, ada: User) -> Client:
    client.force_login(ada)
    return client


def with_password(client: Client) -> Client:
    client.post(AGAIN, {"password": PASSWORD})
    return client


def test_to_issue_one_asks_for_the_password(browser: Client, ada: User) -> None:
    """The typed input is still there afterwards."""
    response = browser.post(HERE, SENT)
    assert response.headers["Location"] == f"{AGAIN}?next=%2Faccount%2Ftokens%2F"
    assert not APIToken.objects.exists()
    page = browser.post(response.headers["Location"], {"password": PASSWORD, "next": HERE})
    token = shown(page.content.decode())
    assert (token.user, token.project, token.scopes) == (ada, None, SENT["scopes"])


@pytest.mark.long
def test_a_key_is_shown_once_and_its_token_can_be_revoked(browser: Client) -> None:
    assert "No tokens have been issued yet" in browser.get(HERE).content.decode()
    page = with_password(browser).post(HERE, SENT)
    assert page.headers["Cache-Control"] == "private, no-store"
    key = key_of(page.content.decode())
    listed = browser.get(HERE).content.decode()
    assert key not in listed
    assert "a script" in listed
    token = shown(page.content.decode())
    revoked = browser.post(f"{HERE}{token.pk}/revoke/", follow=True).content.decode()
    assert "The token “a script” was revoked" in revoked
    assert find_token(key) is None


@pytest.mark.long
def test_what_is_wrong_is_said_at_the_field(browser: Client) -> None:
    page = with_password(browser).post(HERE, SENT | {"name": "", "days": "366"})
    text = page.content.decode()
    assert page.status_code == 400
    assert_shows(text, "Give the token a name", 'id="id_days_error"')
    assert not APIToken.objects.exists()


def test_nobody_sees_or_revokes_those_of_others(browser: Client) -> None:
    token, key = issue_token(project=None, user=make_user(), name="of somebody else")
    assert "of somebody else" not in browser.get(HERE).content.decode()
    assert browser.post(f"{HERE}{token.pk}/revoke/").status_code == 404
    assert find_token(key) == token


@pytest.mark.long
def test_a_projects_tokens_are_on_its_page_alone(browser: Client, ada: User) -> None:
    project = make_project(ada)
    of_project, _ = issue_token(project=project, user=ada, name="of the project")
    issue_token(project=None, user=ada, name="of the account")
    assert "of the project" not in browser.get(HERE).content.decode()
    assert browser.post(f"{HERE}{of_project.pk}/revoke/").status_code == 404
    assert "of the account" not in read(browser, f"/research/projects/{project.pk}/tokens/")


def test_many_cost_no_more_queries_than_one(browser: Client, ada: User) -> None:
    for number in range(5):
        issue_token(project=None, user=ada, name=f"token {number}")
    with assert_queries(SIGNED_IN + 1):
        browser.get(HERE)


def key_of(page: str) -> str:
    (found,) = re.findall(r'<code class="key">(.*?)</code>', page)
    return str(found)


def shown(page: str) -> APIToken:
    token = find_token(key_of(page))
    assert token is not None
    return token
