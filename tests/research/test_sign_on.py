"""Signing in through the operator's identity provider, a process of its own that speaks OpenID
Connect; and attempts to impersonate someone else."""

import re
import time
from collections.abc import Iterator
from html import unescape
from http.client import HTTPConnection
from typing import Any
from urllib.parse import parse_qs, urlsplit

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
from annotation.research.accounts.sign_on import QUESTIONS
from annotation.services.accounts.invitations import invite_by_link
from annotation.services.people import rate_limit
from config.safety import checked_issuer
from tests.helpers.codes import code_of
from tests.helpers.factories import make_project, make_user
from tests.helpers.issuer import ADA, CLIENT
from tests.helpers.pages import text_of
from tests.helpers.signing_on import signing_on_by
from tests.helpers.stand_in import StandIn, running

BEGIN = "/account/sign-on/"
ACCOUNT = "/account/sign-on/account/"


@pytest.fixture(scope="module")
def running_issuer() -> Iterator[StandIn]:
    with running("tests.helpers.issuer") as found:
        yield found


@pytest.fixture(autouse=True)
def issuer(running_issuer: StandIn, settings: Settings) -> Iterator[StandIn]:
    with signing_on_by(running_issuer, settings) as found:
        yield found


@pytest.fixture
def ada(db: None) -> User:
    """Return an account with the confirmed address under which the university knows her."""
    user = make_user("ada-b")
    EmailAddress.objects.create(user=user, email=ADA["email"], verified=True, primary=True)
    return user


def answered(client: Client, following: str = "") -> str:
    """Begin, identify oneself at the issuer, and return the address that it redirects to."""
    page = client.post(BEGIN, {"next": following}).content.decode()
    (place,) = re.findall(r'<a class="button primary" href="(.*?)"', page)
    parts = urlsplit(unescape(place))
    connection = HTTPConnection(parts.netloc, timeout=10)
    connection.request("GET", f"{parts.path}?{parts.query}")
    back = connection.getresponse().headers["Location"]
    connection.close()
    return str(back).removeprefix("http://testserver")


def sign_on(client: Client, following: str = "") -> Any:
    return client.get(answered(client, following))


def is_signed_in(client: Client) -> bool:
    return client.get("/research/").status_code == 200


@pytest.mark.long
def test_an_account_with_the_address_is_joined_and_signed_in(client: Client, ada: User) -> None:
    answer = sign_on(client, "/research/projects/new/")
    assert answer.headers["Location"] == "/research/projects/new/"
    assert is_signed_in(client)
    identity = ResearcherIdentity.objects.get()
    assert (identity.user, identity.subject) == (ada, "subject-1")
    verbs = AuditEvent.objects.filter(user=ada).order_by("pk").values_list("verb", flat=True)
    assert list(verbs) == ["account.sign_on_joined", "account.signed_in"]
    assert AuditEvent.objects.get(verb="account.signed_in").details == {"by": "sign_on"}


@pytest.mark.long
def test_once_joined_the_address_is_irrelevant(client: Client, ada: User, issuer: StandIn) -> None:
    sign_on(client)
    issuer.set_state(person=ADA | {"email": "married@elsewhere.example", "email_verified": False})
    other = Client()
    sign_on(other)
    assert other.get("/research/").context["user"] == ada


def test_the_password_still_opens(client: Client, ada: User) -> None:
    sign_on(client)
    other = Client()
    other.post("/account/login/", {"username": "ada-b", "password": "pass-word-1"})
    assert is_signed_in(other)


@pytest.mark.long
def test_the_page_of_signing_in_offers_it_and_keeps_where_one_was_going(client: Client) -> None:
    page = client.get("/account/login/?next=/research/").content.decode()
    assert "Sign in with University" in page
    assert '<input type="hidden" name="next" value="/research/">' in page


def test_what_is_requested_holds_state_nonce_and_a_challenge(client: Client, db: None) -> None:
    page = client.post(BEGIN).content.decode()
    (place,) = re.findall(r'content="0;url=(.*?)"', page)
    query = {name: one for name, (one,) in parse_qs(urlsplit(unescape(place)).query).items()}
    (stored,) = client.session[QUESTIONS]
    assert (query["state"], query["nonce"]) == (stored["state"], stored["nonce"])
    assert (query["response_type"], query["code_challenge_method"]) == ("code", "S256")
    assert stored["verifier"] not in unescape(page)
    assert all(len(stored[name]) >= 32 for name in ("state", "nonce"))
    assert len(stored["verifier"]) >= 43


@pytest.mark.parametrize(
    "lie",
    [
        {"twist": {"nonce": "another"}},
        {"twist": {"nonce": None}},
        {"twist": {"aud": "another"}},
        {"twist": {"aud": [CLIENT, "another"]}},
        {"twist": {"azp": "another"}},
        {"twist": {"iss": "https://another.example"}},
        {"twist": {"exp": 1}},
        {"twist": {"exp": None}},
        {"twist": {"iat": 9_999_999_999}},
        {"twist": {"sub": ""}},
        {"twist": {"sub": "x" * 256}},
        {"twist": {"sub": "subj\u00e9ct"}},
        {"twist": {"exp": float("inf")}},
        {"twist": {"exp": []}},
        {"signed": "other"},
        {"signed": "none"},
        {"signed": "HS256"},
        {"short": True, "userinfo": {"sub": "subject-2"}},
        {"fault": "token"},
    ],
    ids=str,
)
def test_an_answer_that_proves_nothing_opens_nothing(
    client: Client, ada: User, issuer: StandIn, lie: dict[str, Any]
) -> None:
    issuer.set_state(**lie)
    assert "is not valid" in text_of(sign_on(client), 403)
    assert not is_signed_in(client)
    assert not ResearcherIdentity.objects.exists()


@pytest.mark.parametrize(
    "discovery",
    [
        {"issuer": "https://another.example"},
        {"authorization_endpoint": "javascript:alert(1)"},
        {"authorization_endpoint": None},
        {"token_endpoint": "file:///etc/passwd"},
        {"jwks_uri": "http://127.0.0.1:1/"},
    ],
    ids=str,
)
def test_an_issuer_that_says_of_itself_what_it_should_not_is_not_gone_to(
    client: Client, ada: User, issuer: StandIn, discovery: dict[str, Any]
) -> None:
    issuer.set_state(discovery=discovery)
    begun = client.post(BEGIN)
    answer = sign_on(client) if begun.status_code == 200 else begun
    assert answer.status_code == 503
    assert "sign in with your password" in answer.content.decode()
    assert not is_signed_in(client)


@pytest.mark.parametrize("verified", [False, None, "true", 1])
def test_an_address_that_the_issuer_did_not_check_is_nobodys(
    client: Client, ada: User, issuer: StandIn, verified: object
) -> None:
    """There, anyone can enter another person's address."""
    issuer.set_state(person=ADA | {"email_verified": verified})
    assert sign_on(client).status_code == 403
    assert not is_signed_in(client)


@pytest.mark.parametrize(
    "email",
    # The Kelvin sign, whose lowercase is k; a dotless i, whose uppercase is I.
    [
        *("\u212aim@uni.example", "k\u0131m@uni.example", "kim@uni.example\0"),
        *("kim\ud800@uni.example", "k" * 250 + "@uni.example", "kim", "x@y@uni.example"),
        ["kim@uni.example"],
    ],
    ids=ascii,
)
def test_an_address_that_only_looks_like_the_accounts_joins_nobody(
    client: Client, db: None, issuer: StandIn, email: object
) -> None:
    user = make_user("kim")
    EmailAddress.objects.create(user=user, email="kim@uni.example", verified=True, primary=True)
    issuer.set_state(person=ADA | {"email": email})
    assert sign_on(client).status_code == 403
    assert not ResearcherIdentity.objects.exists()


@pytest.mark.long
def test_capital_letters_make_no_other_address(client: Client, ada: User, issuer: StandIn) -> None:
    issuer.set_state(person=ADA | {"email": "Ada@Uni.Example"})
    assert sign_on(client).status_code == 302


@pytest.mark.few(1)
@pytest.mark.parametrize("name", ["\ud800", "a\0b", 7, "x" * 1_000])
def test_a_name_that_is_none_is_not_proposed(
    client: Client, db: None, settings: Settings, issuer: StandIn, name: object
) -> None:
    settings.OPEN_SIGN_UP = True
    issuer.set_state(person=ADA | {"preferred_username": name})
    sign_on(client)
    assert client.get(ACCOUNT).status_code == 200


def test_an_issuer_that_was_silent_is_left_alone_for_a_while(
    client: Client, db: None, settings: Settings, issuer: StandIn
) -> None:
    settings.SSO_ISSUER = "http://127.0.0.1:1"
    assert client.post(BEGIN).status_code == 503
    settings.SSO_ISSUER = issuer.address
    assert "it did not respond a moment ago" in text_of(client.post(BEGIN), 503)


def test_an_address_without_end_is_not_stored(client: Client, db: None) -> None:
    client.post(BEGIN, {"next": "/research/?" + "a" * 2_000})
    assert client.session[QUESTIONS][0]["following"] == ""


def test_the_issuer_is_believed_about_the_domains_that_the_operator_named(
    client: Client, ada: User, settings: Settings
) -> None:
    settings.SSO_DOMAINS = ["another.example"]
    assert sign_on(client).status_code == 403
    settings.SSO_DOMAINS = []
    assert sign_on(client).status_code == 403
    assert not is_signed_in(client)


def test_an_address_that_is_not_confirmed_joins_nobody(client: Client, ada: User) -> None:
    """Otherwise an account registered with another person's address would wait for its owner."""
    EmailAddress.objects.update(verified=False)
    assert sign_on(client).status_code == 403
    assert not ResearcherIdentity.objects.exists()


@pytest.mark.long
def test_whoever_gets_the_address_of_a_colleague_who_left_gets_no_account(
    client: Client, ada: User, issuer: StandIn
) -> None:
    sign_on(client)
    issuer.set_state(person=ADA | {"sub": "subject-2"})
    other = Client()
    assert "linked to another person at University" in text_of(sign_on(other), 409)
    assert not is_signed_in(other)


@pytest.mark.long
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


@pytest.mark.long
def test_userinfo_completes_a_short_token(client: Client, ada: User, issuer: StandIn) -> None:
    issuer.set_state(short=True)
    sign_on(client)
    assert is_signed_in(client)


def test_an_answer_counts_once_and_in_the_requesting_browser(client: Client, ada: User) -> None:
    back = answered(client)
    stranger = Client()
    assert stranger.get(back).status_code == 403
    assert client.get(back).status_code == 302
    assert "was not started in this browser" in text_of(client.get(back), 403)


def test_a_state_that_was_made_up_or_is_old_counts_for_nothing(client: Client, ada: User) -> None:
    assert client.get(f"{BEGIN}callback/", {"code": "x", "state": "x"}).status_code == 403
    assert client.get(f"{BEGIN}callback/", {"code": "x"}).status_code == 403
    back = answered(client)
    session = client.session
    session[QUESTIONS][0]["asked_at"] = time.time() - 601
    session.save()
    assert client.get(back).status_code == 403
    assert not is_signed_in(client)


def test_what_another_issuer_or_nobody_said_counts_for_nothing(client: Client, ada: User) -> None:
    mixed = re.sub(r"iss=[^&]*", "iss=https%3A%2F%2Fanother.example", answered(client))
    assert client.get(mixed).status_code == 403
    declined = re.sub(r"code=[^&]*", "error=access_denied", answered(client))
    assert "University did not sign you in" in client.get(declined).content.decode()


@pytest.mark.parametrize(
    "elsewhere",
    ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)", "\x00"],
)
def test_nobody_is_led_elsewhere(client: Client, ada: User, elsewhere: str) -> None:
    if elsewhere == "\x00":
        assert client.post(BEGIN, {"next": elsewhere}).status_code in {200, 400}
        return
    assert sign_on(client, elsewhere).headers["Location"] == "/research/"


def test_a_disabled_account_is_refused(client: Client, ada: User) -> None:
    sign_on(client)
    User.objects.update(is_active=False)
    assert not is_signed_in(client)
    assert "This account is disabled" in text_of(sign_on(Client()), 403)
    event = AuditEvent.objects.get(verb="account.sign_on_refused")
    assert (event.user, event.object_id) == (None, ada.pk)


def test_a_disabled_account_is_not_joined_either(client: Client, ada: User) -> None:
    User.objects.update(is_active=False)
    assert sign_on(client).status_code == 403
    assert not ResearcherIdentity.objects.exists()


@pytest.mark.long
def test_the_second_factor_is_requested_all_the_same(client: Client, ada: User) -> None:
    secret = generate_totp_secret()
    TOTP.activate(ada, secret)
    response = sign_on(client, "/research/projects/new/")
    assert response.headers["Location"].startswith("/account/second-factor/code/")
    assert not is_signed_in(client)
    opened = client.post(response.headers["Location"], {"code": code_of(secret)})
    assert opened.headers["Location"] == "/research/projects/new/"
    assert AuditEvent.objects.get(verb="account.signed_in").details["by"] == "mfa, sign_on"


def test_with_sign_up_closed_nobody_gets_an_account(client: Client, db: None) -> None:
    assert "No account here is linked to you at University" in text_of(sign_on(client), 403)
    assert client.post(ACCOUNT, {"username": "ada"}).status_code == 403
    assert not User.objects.exists()


@pytest.mark.long
def test_with_sign_up_open_one_chooses_a_name(client: Client, db: None, settings: Settings) -> None:
    settings.OPEN_SIGN_UP = True
    make_user("ada")
    led = sign_on(client, "/research/projects/new/")
    assert led.headers["Location"] == ACCOUNT
    assert 'value="ada"' in client.get(ACCOUNT).content.decode()
    assert 'id="id_username_error"' in text_of(client.post(ACCOUNT, {"username": "ada"}), 400)
    made = client.post(ACCOUNT, {"username": "ada-b"})
    assert made.headers["Location"] == "/research/projects/new/"
    user = User.objects.get(username="ada-b")
    assert not user.has_usable_password()
    assert EmailAddress.objects.get(user=user, verified=True).email == ADA["email"]
    assert client.post(ACCOUNT, {"username": "third"}).status_code == 403


@pytest.mark.long
def test_an_invitation_makes_an_account_and_is_used_by_it(client: Client, db: None) -> None:
    project = make_project(make_user())
    owner = project.memberships.get().user
    _, token = invite_by_link(project=project, by=owner, role="viewer")
    where = f"/account/invitations/{token}/"
    assert "Sign in with University" in client.get(where).content.decode()
    sign_on(client, where)
    made = client.post(ACCOUNT, {"username": "ada"})
    assert made.headers["Location"] == f"/research/projects/{project.pk}/"
    assert project.memberships.get(user__username="ada").role == "viewer"
    assert Invitation.objects.get().ending == Invitation.Ending.ACCEPTED
    other = Client()
    assert sign_on(other, where).status_code == 302


def test_an_invitation_that_ended_meanwhile_makes_no_account(client: Client, db: None) -> None:
    project = make_project(make_user())
    owner = project.memberships.get().user
    _, token = invite_by_link(project=project, by=owner, role="viewer")
    sign_on(client, f"/account/invitations/{token}/")
    Invitation.objects.update(ending=Invitation.Ending.WITHDRAWN, ended_at=Now())
    assert client.post(ACCOUNT, {"username": "ada"}).status_code == 403
    assert not User.objects.filter(username="ada").exists()


def test_the_database_keeps_a_person_to_an_account_and_an_account_to_a_person(ada: User) -> None:
    place = "https://uni.example"
    ResearcherIdentity.objects.create(user=ada, issuer=place, subject="one")
    for user, subject, name in (
        (make_user(), "one", "one_account_per_person_of_an_issuer"),
        (ada, "two", "one_person_of_an_issuer_per_account"),
    ):
        with pytest.raises(IntegrityError, match=name), transaction.atomic():
            ResearcherIdentity.objects.create(user=user, issuer=place, subject=subject)


def test_requests_are_limited(client: Client, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "SIGN_ONS_A_MINUTE", 6)
    statuses = {client.post(BEGIN).status_code for _ in range(8)}
    assert statuses == {200, 429}


@pytest.mark.long
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
