"""Researchers sign in through the operator's identity provider, and arrive where they were
going."""

from collections.abc import Iterator

import pytest
from allauth.account.models import EmailAddress
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

from annotation.services.accounts.invitations import invite_by_link
from tests.helpers.issuer import ADA
from tests.helpers.signing_on import signing_on_by
from tests.helpers.stand_in import StandIn, running
from tests.journeys.researcher import expect_readable_on_both
from tests.research.study import make_study


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


@pytest.mark.long
def test_the_button_leads_there_and_back_to_where_one_was_going(
    context: BrowserContext, live_server: LiveServer, issuer: StandIn
) -> None:
    study, server = make_study(), live_server.url
    EmailAddress.objects.create(user=study.owner, email=ADA["email"], verified=True, primary=True)
    page, wanted = context.new_page(), f"{server}/research/projects/{study.project.pk}/members/"
    page.goto(wanted)
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    expect_readable_on_both(page)
    through_the_university(page, issuer)
    page.wait_for_url(wanted)
    expect(page.get_by_role("heading", name="Members")).to_be_visible()


@pytest.mark.long
def test_whoever_was_invited_makes_an_account_without_a_password(
    context: BrowserContext, live_server: LiveServer, issuer: StandIn
) -> None:
    study, server = make_study(), live_server.url
    _, token = invite_by_link(project=study.project, by=study.owner, role="viewer")
    page = context.new_page()
    page.goto(f"{server}/account/invitations/{token}/")
    expect_readable_on_both(page)
    through_the_university(page, issuer)
    expect(page.get_by_role("heading", name="Create an account")).to_be_visible()
    expect(page.get_by_label("Account name")).to_have_value("ada")
    expect_readable_on_both(page)
    page.get_by_role("button", name="Create an account").click()
    expect(page.get_by_role("status")).to_contain_text("You are now a member")
    expect(page.get_by_role("heading", name=study.project.name)).to_be_visible()
