"""Researcher accounts: invited by a link, reset by mail, with a second factor; signed in through
the operator's identity provider; and their tokens."""

import re
from collections.abc import Iterator

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.fixtures import Settings

from annotation.models import APIToken, Campaign
from annotation.services.accounts.invitations import invite_by_link
from annotation.services.accounts.tokens import issue_token
from tasks.invitations import mail_waiting
from tests.helpers.codes import code_of
from tests.helpers.factories import make_project, make_user
from tests.helpers.issuer import ADA
from tests.helpers.signing_on import signing_on_by
from tests.helpers.stand_in import StandIn, running
from tests.journeys.conftest import OpenContext
from tests.journeys.pressing import click
from tests.journeys.researcher import expect_readable_on_both, sign_in
from tests.journeys.worker import expect_no_sideways_scroll
from tests.research.study import Study, make_study

pytestmark = pytest.mark.long
WORD = "longer horse 7"


def invited(page: Page, study: Study, role: str) -> str:
    """Invite as an owner does; return the link that the page shows once."""
    page.goto(f"/research/projects/{study.project.pk}/members/")
    page.get_by_role("link", name="Invite someone").click()
    page.get_by_label("Role").select_option(role)
    page.get_by_role("button", name="Invite").click()
    link = page.locator("code.key").inner_text()
    expect(page.get_by_role("table")).to_contain_text("open")
    expect_readable_on_both(page)
    return link


def join(page: Page, link: str, name: str) -> None:
    """Create an account with an invitation."""
    page.goto(link)
    expect(page.get_by_role("heading", name="olga invites you")).to_be_visible()
    expect_readable_on_both(page)
    page.get_by_role("link", name="Create an account").click()
    page.get_by_label("Account name").fill(name)
    page.get_by_label("Password", exact=True).fill(WORD)
    page.get_by_label("Repeat password").fill(WORD)
    page.get_by_role("button", name="Create account and join").click()
    expect(page.get_by_role("status")).to_contain_text("You are now a member")


def open_campaign(page: Page, campaign: Campaign) -> None:
    page.goto(f"/research/campaigns/{campaign.pk}/")
    expect(page.locator("main")).to_contain_text("α")


def test_invited_people_see_by_role(context: BrowserContext, open_context: OpenContext) -> None:
    study = make_study()
    owner = sign_in(context, study.owner)
    items = f"/research/campaigns/{study.flat.pk}/items/"
    for role, name, sees in (("viewer", "vera", True), ("auditor", "axel", False)):
        link = invited(owner, study, role)
        theirs = open_context()
        page = theirs.new_page()
        join(page, link, name)
        open_campaign(page, study.flat)
        answer = page.goto(items)
        assert answer is not None
        assert answer.status == (200 if sees else 403)
        assert ("first aid" in page.content()) is sees
        theirs.close()
    owner.goto(f"/research/projects/{study.project.pk}/members/")
    expect(owner.get_by_role("table")).to_contain_text("axel")


def test_a_new_password_by_mail_and_then_a_second_factor(context: BrowserContext) -> None:
    study = make_study()
    address = "olga@example.org"
    EmailAddress.objects.create(user=study.owner, email=address, verified=True, primary=True)
    page = context.new_page()
    page.goto("/account/login/")
    page.get_by_role("link", name="Forgot your password?").click()
    page.get_by_label("E-mail address").fill(address)
    click(page, "button", "Send link", heading="Check your e-mail")
    mail_waiting()
    found = re.search(r"http\S+", str(mail.outbox[0].body))
    assert found
    page.goto(found[0])
    page.get_by_label("New password", exact=True).fill(WORD)
    page.get_by_label("Repeat new password").fill(WORD)
    page.get_by_role("button", name="Set password").click()
    page.get_by_role("main").get_by_role("link", name="Sign in").click()
    enter(page, address)
    page.goto("/account/second-factor/")
    page.get_by_role("link", name="Set up an authenticator app").click()
    page.get_by_label("Password").fill(WORD)
    page.get_by_role("button", name="Continue").click()
    secret = page.locator("code.key").inner_text()
    expect_readable_on_both(page)
    page.get_by_label("Code").fill(code_of(secret))
    click(page, "button", "Turn on", heading="Recovery codes")
    expect(page.locator("main li code")).to_have_count(10)
    context.clear_cookies()
    page.goto("/account/login/")
    enter(page, "olga")
    expect(page.get_by_role("heading", name="Enter your code")).to_be_visible()
    page.get_by_label("Code").fill(code_of(secret))
    click(page, "button", "Sign in", heading="Projects")


def enter(page: Page, name: str) -> None:
    page.get_by_label("Account name").fill(name)
    page.get_by_label("Password").fill(WORD)
    page.get_by_role("button", name="Sign in").click()


@pytest.fixture
def issuer(settings: Settings) -> Iterator[StandIn]:
    with running("tests.helpers.issuer") as found, signing_on_by(found, settings):
        found.set_state(asks=True)
        yield found


def through_the_university(page: Page, issuer: StandIn) -> None:
    """Click the button, pass this site's redirect page, and identify yourself at the provider."""
    page.get_by_role("button", name="Sign in with University").click()
    page.wait_for_url(f"{issuer.address}/authorize?**")
    page.get_by_role("link", name="Go on").click()


def test_single_sign_on_leads_back_to_the_page(context: BrowserContext, issuer: StandIn) -> None:
    study = make_study()
    EmailAddress.objects.create(user=study.owner, email=ADA["email"], verified=True, primary=True)
    page, wanted = context.new_page(), f"/research/projects/{study.project.pk}/members/"
    page.goto(wanted)
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    expect_readable_on_both(page)
    through_the_university(page, issuer)
    page.wait_for_url(wanted)
    expect(page.get_by_role("heading", name="Members")).to_be_visible()


def test_an_invited_account_needs_no_password(context: BrowserContext, issuer: StandIn) -> None:
    study = make_study()
    _, token = invite_by_link(project=study.project, by=study.owner, role="viewer")
    page = context.new_page()
    page.goto(f"/account/invitations/{token}/")
    expect_readable_on_both(page)
    through_the_university(page, issuer)
    expect(page.get_by_role("heading", name="Create an account")).to_be_visible()
    expect(page.get_by_label("Account name")).to_have_value("ada")
    expect_readable_on_both(page)
    page.get_by_role("button", name="Create an account").click()
    expect(page.get_by_role("status")).to_contain_text("You are now a member")
    expect(page.get_by_role("heading", name=study.project.name)).to_be_visible()


@pytest.mark.quick
def test_a_token_is_made_for_what_is_ticked(context: BrowserContext) -> None:
    user = make_user()
    project = make_project(user)
    issue_token(project=project, user=user, name="nightly export of all that workers answered")
    page = sign_in(context, user)
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(f"/research/projects/{project.pk}/tokens/")
    expect_no_sideways_scroll(page)
    assert page.get_by_label("See figures").is_checked()
    page.get_by_label("Name").fill("a notebook")
    page.get_by_label("Take files").check()
    page.get_by_role("button", name="Issue token").click()
    page.get_by_role("heading", name="Your new token").wait_for()
    expect_no_sideways_scroll(page)
    assert APIToken.objects.get(name="a notebook").scopes == ["read", "files"]
