"""Addresses, a new password by a mailed link, signing in by address, and sign-up where it is
open."""

import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from annotation.models import AuditEvent, Letter, User
from annotation.services.accounts.mail import MAX_TRIES
from tasks.invitations import mail_waiting
from tests.helpers.factories import make_user
from tests.helpers.mail import mail_server
from tests.helpers.pages import signed_in, text_of

LOGIN = "/account/login/"
RESET = "/account/password/reset/"
ADA = "ada@example.org"
PASSWORD = {"password1": "longer horse 7", "password2": "longer horse 7"}


@pytest.fixture
def ada(db: None) -> User:
    user = make_user("ada")
    EmailAddress.objects.create(user=user, email=ADA, verified=True, primary=True)
    return user


def link_in(mail: object) -> str:
    found = re.search(r"http://testserver(/\S+)", str(mail))
    assert found, mail
    return found[1]


@pytest.mark.long
def test_a_mailed_link_sets_a_password(client: Client, ada: User, mailoutbox: list[object]) -> None:
    elsewhere = signed_in(ada)
    assert client.post(RESET, {"email": ADA}).headers["Location"] == f"{RESET}done/"
    assert "http" not in Letter.objects.get().sealed
    mail_waiting()
    assert not Letter.objects.exists()
    [mail] = mailoutbox
    where = client.get(link_in(mail.body)).headers["Location"]  # type: ignore[attr-defined]
    assert "set-password" in where
    assert "too short" in text_of(client.post(where, {"password1": "1234", "password2": "1234"}))
    assert client.post(where, PASSWORD).headers["Location"] == f"{RESET}key/done/"
    assert AuditEvent.objects.filter(verb="account.password_changed").count() == 1
    assert elsewhere.get("/research/").status_code == 302
    again = Client().get(link_in(mail.body))  # type: ignore[attr-defined]
    assert "has been used or has expired" in again.content.decode()
    signed = {"username": ADA.upper(), "password": PASSWORD["password1"]}
    assert client.post(LOGIN, signed).headers["Location"] == "/research/"


@pytest.mark.attack(37)
def test_an_unknown_address_gets_the_same_answer_and_no_mail(client: Client, ada: User) -> None:
    known, unknown = (client.post(RESET, {"email": one}) for one in (ADA, "bob@example.org"))
    assert known.status_code == unknown.status_code == 302
    assert known.headers["Location"] == unknown.headers["Location"]
    assert list(Letter.objects.values_list("email", flat=True)) == [ADA]


def test_an_address_that_nobody_confirmed_gets_no_new_password(client: Client, ada: User) -> None:
    thief = "thief@example.org"
    EmailAddress.objects.create(user=ada, email=thief, verified=False)
    User.objects.filter(pk=ada.pk).update(email=thief)
    assert client.post(RESET, {"email": thief}).headers["Location"] == f"{RESET}done/"
    assert not Letter.objects.exists()


def test_addresses_are_changed_by_whoever_knows_the_password(client: Client, ada: User) -> None:
    client.force_login(ada)
    own = EmailAddress.objects.create(user=ada, email="old@example.org", verified=True)
    for form in (
        {"action_add": "1", "email": "thief@example.org"},
        {"action_primary": "1", "email": own.email},
        {"action_remove": "1", "email": own.email},
    ):
        answer = client.post("/account/addresses/", form)
        assert answer.headers["Location"].startswith("/account/reauthenticate/")
    addresses = EmailAddress.objects.order_by("pk").values_list("email", "primary")
    assert list(addresses) == [(ADA, True), (own.email, False)]
    assert not Letter.objects.exists()


@pytest.mark.long
def test_mails_to_one_address_are_slowed_down(client: Client, ada: User) -> None:
    assert [client.post(RESET, {"email": ADA}).status_code for _ in range(11)] == [302] * 10 + [429]


def test_a_confirmed_address_logs_in(client: Client, db: None, mailoutbox: list[object]) -> None:
    client.force_login(make_user("bob"))
    response = client.post("/account/addresses/", {"action_add": "1", "email": "bob@example.org"})
    assert not EmailAddress.objects.exists()
    client.post(response.headers["Location"], {"password": "pass-word-1"})
    assert "not confirmed" in client.get("/account/addresses/").content.decode()
    mail_waiting()
    [mail] = mailoutbox
    link = link_in(mail.body)  # type: ignore[attr-defined]
    client.get(link)
    assert not EmailAddress.objects.get().verified, "to open the link changes nothing"
    client.post(link)
    assert EmailAddress.objects.get().verified
    signed = {"username": "bob@example.org", "password": "pass-word-1"}
    assert Client().post(LOGIN, signed).headers["Location"] == "/research/"


def test_guesses_at_the_name_and_the_address_count_as_one(client: Client, ada: User) -> None:
    names = ["ada", ADA] * 5
    statuses = [
        client.post(LOGIN, {"username": name, "password": "guess"}).status_code for name in names
    ]
    assert statuses == [400] * 10
    assert client.post(LOGIN, {"username": ADA, "password": "pass-word-1"}).status_code == 429


def test_names_that_differ_in_capitals_are_still_two_accounts(client: Client, ada: User) -> None:
    User.objects.create_user("Ada", password="pass-word-2")
    for name, password in (("ada", "pass-word-1"), ("Ada", "pass-word-2")):
        assert Client().post(LOGIN, {"username": name, "password": password}).status_code == 302
        user = User.objects.get(username=name)
        assert AuditEvent.objects.filter(verb="account.signed_in", user=user).exists()


def test_sign_up_is_closed_by_default(client: Client, db: None, settings: Settings) -> None:
    form = {"username": "nora", "email": "nora@example.org", **PASSWORD}
    assert "Sign-up is closed" in client.post("/account/signup/", form).content.decode()
    assert not User.objects.exists()
    settings.OPEN_SIGN_UP = True
    assert "Create an account" in client.get(LOGIN).content.decode()
    assert client.post("/account/signup/", form).headers["Location"] == "/research/"
    user = User.objects.get(username="nora")
    found = set(AuditEvent.objects.filter(user=user).values_list("verb", flat=True))
    assert found == {"account.created", "account.signed_in"}
    assert Letter.objects.get().email == "nora@example.org"


@pytest.mark.long
def test_an_undelivered_mail_is_retried(client: Client, ada: User, settings: Settings) -> None:
    with mail_server(settings) as server:
        server.disconnects = True
        client.post(RESET, {"email": ADA})
        for tries in range(1, MAX_TRIES + 1):
            assert Letter.objects.filter(tries=tries - 1).exists()
            mail_waiting()
            Letter.objects.update(rests_until=timezone.now() - timedelta(seconds=1))
        assert not Letter.objects.exists()
        server.disconnects = False
        client.post(RESET, {"email": ADA})
        mail_waiting()
        assert [mail["To"] for mail in server.taken] == [ADA]
