"""Signing in through the operator's identity provider: accounts joined, made and unlinked."""

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.db.models.functions import Now
from django.test import Client
from pytest_django.fixtures import Settings

from annotation.models import AuditEvent, Invitation, ResearcherIdentity, User
from annotation.services.accounts.invitations import invite_by_link
from config.safety import checked_issuer
from tests.helpers.codes import code_of
from tests.helpers.factories import make_project, make_user
from tests.helpers.issuer import ADA
from tests.helpers.pages import text_of
from tests.helpers.stand_in import StandIn
from tests.research.sign_on import BEGIN, ada, is_signed_in, issuer, running_issuer, sign_on

pytestmark = pytest.mark.long
__all__ = ["ada", "issuer", "running_issuer"]


ACCOUNT = "/account/sign-on/account/"


def test_an_account_with_the_address_is_joined_and_signed_in(client: Client, ada: User) -> None:
    answer = sign_on(client, "/research/projects/new/")
    assert answer.headers["Location"] == "/research/projects/new/"
    assert is_signed_in(client)
    identity = ResearcherIdentity.objects.get()
    assert (identity.user, identity.subject) == (ada, "subject-1")
    verbs = AuditEvent.objects.filter(user=ada).order_by("pk").values_list("verb", flat=True)
    assert list(verbs) == ["account.sign_on_joined", "account.signed_in"]
    assert AuditEvent.objects.get(verb="account.signed_in").details == {"by": "sign_on"}


def test_once_joined_the_address_is_irrelevant(client: Client, ada: User, issuer: StandIn) -> None:
    sign_on(client)
    issuer.set_state(person=ADA | {"email": "married@elsewhere.example", "email_verified": False})
    other = Client()
    sign_on(other)
    assert other.get("/research/").context["user"] == ada


@pytest.mark.quick
def test_the_password_still_opens(client: Client, ada: User) -> None:
    sign_on(client)
    other = Client()
    other.post("/account/login/", {"username": "ada-b", "password": "pass-word-1"})
    assert is_signed_in(other)


def test_the_page_of_signing_in_offers_it_and_keeps_where_one_was_going(client: Client) -> None:
    page = client.get("/account/login/?next=/research/").content.decode()
    assert "Sign in with University" in page
    assert '<input type="hidden" name="next" value="/research/">' in page


def test_capital_letters_make_no_other_address(client: Client, ada: User, issuer: StandIn) -> None:
    issuer.set_state(person=ADA | {"email": "Ada@Uni.Example"})
    assert sign_on(client).status_code == 302


@pytest.mark.quick
@pytest.mark.few(1)
@pytest.mark.parametrize("name", ["\ud800", "a\0b", 7, "x" * 1_000])
def test_a_name_that_is_none_is_not_proposed(
    client: Client, db: None, settings: Settings, issuer: StandIn, name: object
) -> None:
    settings.OPEN_SIGN_UP = True
    issuer.set_state(person=ADA | {"preferred_username": name})
    sign_on(client)
    assert client.get(ACCOUNT).status_code == 200


@pytest.mark.quick
def test_an_issuer_that_was_silent_is_left_alone_for_a_while(
    client: Client, db: None, settings: Settings, issuer: StandIn
) -> None:
    settings.SSO_ISSUER = "http://127.0.0.1:1"
    assert client.post(BEGIN).status_code == 503
    settings.SSO_ISSUER = issuer.address
    assert "it did not respond a moment ago" in text_of(client.post(BEGIN), 503)


def test_the_operator_unlinks_an_identity(client: Client, ada: User, issuer: StandIn) -> None:
    """The next person has another subject, or the same person got a new one at the issuer."""
    sign_on(client)
    call_command("forget_sign_on", "ada-b")
    assert AuditEvent.objects.filter(verb="account.sign_on_forgotten", object_id=ada.pk).exists()
    issuer.set_state(person=ADA | {"sub": "subject-2"})
    other = Client()
    sign_on(other)
    assert is_signed_in(other)
    assert ResearcherIdentity.objects.get().subject == "subject-2"
    call_command("forget_sign_on", "ada-b")
    with pytest.raises(CommandError, match="not linked to anyone"):
        call_command("forget_sign_on", "ada-b")


def test_userinfo_completes_a_short_token(client: Client, ada: User, issuer: StandIn) -> None:
    issuer.set_state(short=True)
    sign_on(client)
    assert is_signed_in(client)


def test_the_second_factor_is_requested_all_the_same(client: Client, ada: User) -> None:
    secret = generate_totp_secret()
    TOTP.activate(ada, secret)
    response = sign_on(client, "/research/projects/new/")
    assert response.headers["Location"].startswith("/account/second-factor/code/")
    assert not is_signed_in(client)
    opened = client.post(response.headers["Location"], {"code": code_of(secret)})
    assert opened.headers["Location"] == "/research/projects/new/"
    assert AuditEvent.objects.get(verb="account.signed_in").details["by"] == "mfa, sign_on"


@pytest.mark.quick
def test_with_sign_up_closed_nobody_gets_an_account(client: Client, db: None) -> None:
    assert "No account here is linked to you at University" in text_of(sign_on(client), 403)
    assert client.post(ACCOUNT, {"username": "ada"}).status_code == 403
    assert not User.objects.exists()


def test_with_sign_up_open_one_chooses_a_name(client: Client, db: None, settings: Settings) -> None:
    settings.OPEN_SIGN_UP = True
    make_user("ada")
    assert sign_on(client, "/research/projects/new/").headers["Location"] == ACCOUNT
    assert 'value="ada"' in client.get(ACCOUNT).content.decode()
    assert 'id="id_username_error"' in text_of(client.post(ACCOUNT, {"username": "ada"}), 400)
    made = client.post(ACCOUNT, {"username": "ada-b"})
    assert made.headers["Location"] == "/research/projects/new/"
    user = User.objects.get(username="ada-b")
    assert not user.has_usable_password()
    assert EmailAddress.objects.get(user=user, verified=True).email == ADA["email"]
    assert client.post(ACCOUNT, {"username": "third"}).status_code == 403


def test_an_invitation_makes_an_account_and_is_used_by_it(client: Client, db: None) -> None:
    project = make_project(make_user())
    _, token = invite_by_link(project=project, by=project.memberships.get().user, role="viewer")
    where = f"/account/invitations/{token}/"
    assert "Sign in with University" in client.get(where).content.decode()
    sign_on(client, where)
    made = client.post(ACCOUNT, {"username": "ada"})
    assert made.headers["Location"] == f"/research/projects/{project.pk}/"
    assert project.memberships.get(user__username="ada").role == "viewer"
    assert Invitation.objects.get().ending == Invitation.Ending.ACCEPTED
    assert sign_on(Client(), where).status_code == 302


@pytest.mark.quick
def test_an_invitation_that_ended_meanwhile_makes_no_account(client: Client, db: None) -> None:
    project = make_project(make_user())
    _, token = invite_by_link(project=project, by=project.memberships.get().user, role="viewer")
    sign_on(client, f"/account/invitations/{token}/")
    Invitation.objects.update(ending=Invitation.Ending.WITHDRAWN, ended_at=Now())
    assert client.post(ACCOUNT, {"username": "ada"}).status_code == 403
    assert not User.objects.filter(username="ada").exists()


@pytest.mark.quick
def test_the_database_keeps_a_person_to_an_account_and_an_account_to_a_person(ada: User) -> None:
    place = "https://uni.example"
    ResearcherIdentity.objects.create(user=ada, issuer=place, subject="one")
    for user, subject, name in (
        (make_user(), "one", "one_account_per_person_of_an_issuer"),
        (ada, "two", "one_person_of_an_issuer_per_account"),
    ):
        with pytest.raises(IntegrityError, match=name), transaction.atomic():
            ResearcherIdentity.objects.create(user=user, issuer=place, subject=subject)


@pytest.mark.parametrize(
    ("issuer_address", "client", "secret", "missing"),
    [
        ("https://uni.example", "", "s", "MIDPATH_SSO_CLIENT"),
        ("https://uni.example", "c", "", "MIDPATH_SSO_SECRET"),
        ("http://uni.example", "c", "s", "starts with https"),
        ("uni.example", "c", "s", "starts with https"),
    ],
)
def test_half_an_issuer_keeps_the_server_from_starting(
    issuer_address: str, client: str, secret: str, missing: str
) -> None:
    with pytest.raises(ImproperlyConfigured, match=missing):
        checked_issuer(issuer_address, client=client, secret=secret, private=False)
    assert checked_issuer("", client="", secret="", private=False) == ""
