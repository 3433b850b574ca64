"""The second factor: set up with an app, required after the password, removed."""

import re
from datetime import timedelta
from unittest import mock

import pytest
from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from annotation.models import AuditEvent, LoginAttempt, User
from annotation.services.accounts.second_factor import use_code
from tests.helpers.codes import code_of
from tests.helpers.factories import make_user
from tests.helpers.pages import text_of

LOGIN = "/account/login/"
RIGHT = {"username": "ada", "password": "pass-word-1"}
NEW = "/account/second-factor/new/"
AGAIN = "/account/reauthenticate/"
CODE = "/account/second-factor/code/"


@pytest.fixture
def ada(db: None) -> User:
    return make_user("ada")


def set_up(client: Client) -> tuple[str, list[str]]:
    """Sign in and set up the second factor; return the secret and the recovery codes."""
    client.post(LOGIN, RIGHT)
    client.post(AGAIN, {"password": RIGHT["password"]})
    page = client.get(NEW).content.decode()
    found = re.search(r'<code class="key">(\w+)</code>', page)
    assert found
    assert "data:image/svg+xml;base64," in page
    secret = found[1]
    shown = client.post(NEW, {"code": code_of(secret)}, follow=True).content.decode()
    codes = re.findall(r"<li><code>(\w+)</code>", shown)
    assert len(codes) == 10
    assert codes[0] not in client.get("/account/second-factor/recovery/").content.decode()
    return secret, codes


@pytest.mark.long
def test_signing_in_asks_for_a_code_and_nothing_opens_before(client: Client, ada: User) -> None:
    secret, _ = set_up(client)
    other = Client()
    response = other.post(LOGIN, RIGHT | {"next": "/research/projects/new/"})
    assert response.headers["Location"].startswith(CODE)
    assert other.get("/research/").status_code == 302
    assert AuditEvent.objects.filter(verb="account.signed_in").count() == 1
    assert "Incorrect code" in text_of(other.post(CODE, {"code": "000000"}))
    opened = other.post(CODE, {"code": code_of(secret)})
    assert opened.headers["Location"] == "/research/projects/new/"
    assert other.get("/research/").status_code == 200
    assert AuditEvent.objects.filter(verb="account.signed_in").count() == 2


@pytest.mark.long
def test_a_recovery_code_opens_once(client: Client, ada: User) -> None:
    _, codes = set_up(client)
    for expected in (302, 200):
        other = Client()
        other.post(LOGIN, RIGHT)
        assert other.post(CODE, {"code": codes[0]}).status_code == expected


def test_a_code_opens_once_whichever_process_it_comes_to(client: Client, ada: User) -> None:
    secret, _ = set_up(client)
    code = code_of(secret)
    statuses = []
    for _ in range(2):
        other = Client()
        other.post(LOGIN, RIGHT)
        statuses.append(other.post(CODE, {"code": code}).status_code)
        # Another process does not see this one's memory.
        cache.clear()
    assert statuses == [302, 200]
    assert not use_code(Authenticator.objects.get(type="totp"), code)


def test_what_a_changed_secret_key_leaves_opens_by_no_code_that_anybody_can_compute(
    client: Client, ada: User, settings: Settings
) -> None:
    set_up(client)
    settings.SECRET_KEY = "another-key-of-the-server-" * 3
    for row in Authenticator.objects.all():
        [name] = {"seed", "secret"} & set(row.data)
        assert get_adapter().decrypt(row.data[name])
    empty = Authenticator(user=ada, type="recovery_codes", data={"seed": "", "used_mask": 0})
    with mock.patch("allauth.mfa.recovery_codes.internal.auth.decrypt", return_value=""):
        computed = [code_of(""), RecoveryCodes(empty).generate_codes()[0]]
    for code in computed:
        other = Client()
        other.post(LOGIN, RIGHT)
        assert other.post(CODE, {"code": code}).status_code == 200
        assert other.get("/research/").status_code == 302


def test_ten_wrong_codes_make_the_right_one_wait(client: Client, ada: User) -> None:
    secret, _ = set_up(client)
    for number in range(10):
        other = Client(REMOTE_ADDR=f"10.0.0.{number}")
        other.post(LOGIN, RIGHT)
        other.post(CODE, {"code": "000000"})
    other = Client(REMOTE_ADDR="10.0.1.1")
    other.post(LOGIN, RIGHT)
    assert "Try again in 15 minutes" in text_of(other.post(CODE, {"code": code_of(secret)}))
    LoginAttempt.objects.update(at=timezone.now() - timedelta(minutes=16))
    assert other.post(CODE, {"code": code_of(secret)}).status_code == 302


def test_the_key_is_sealed(client: Client, ada: User) -> None:
    secret, codes = set_up(client)
    stored = str(list(Authenticator.objects.values_list("data", flat=True)))
    assert secret not in stored
    assert codes[0] not in stored


@pytest.mark.long
def test_setting_up_and_removing_ask_for_the_password_first(client: Client, ada: User) -> None:
    client.force_login(ada)
    assert client.get(NEW).headers["Location"].startswith(AGAIN)
    assert client.post(AGAIN, {"password": "guess"}).status_code == 200
    assert client.get(NEW).status_code == 302
    client.post(AGAIN, {"password": RIGHT["password"]})
    assert client.get(NEW).status_code == 200


@pytest.mark.long
def test_guesses_at_the_password_there_are_slowed_down_as_well(client: Client, ada: User) -> None:
    client.force_login(ada)
    statuses = [client.post(AGAIN, {"password": "guess"}).status_code for _ in range(11)]
    assert statuses == [200] * 10 + [429]
    assert client.post(AGAIN, {"password": RIGHT["password"]}).status_code == 429


@pytest.mark.long
def test_it_is_removed_by_its_owner_or_the_operator(client: Client, ada: User) -> None:
    set_up(client)
    client.post("/account/second-factor/remove/")
    assert not Authenticator.objects.exists()
    verbs = AuditEvent.objects.filter(verb__startswith="account.second").order_by("pk")
    found = [verb.rpartition("_")[2] for verb in verbs.values_list("verb", flat=True)]
    assert found == ["set", "removed"]
    set_up(Client())
    call_command("remove_second_factor", "ada")
    assert Client().post(LOGIN, RIGHT).headers["Location"] == "/research/"
