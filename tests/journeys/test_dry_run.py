"""A researcher walks through a study on a phone before publishing it, as a participant from the
link to the completion code, twice. Nothing is counted."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from annotation.models import Campaign, Enrolment, Judgment
from annotation.services.people.rate_limit import tempo
from tests.journeys.conftest import PHONE, OpenContext
from tests.journeys.researcher import sign_in
from tests.journeys.worker import expect_readable, ready, tap_by_itself
from tests.publishing.walking import owner_of, to_walk

pytestmark = pytest.mark.long
BANNER = "Dry run: nothing is saved"


@pytest.fixture
def campaign() -> Campaign:
    return to_walk(launch=False, known_every=None, seconds_expected=49, screen_out_code="")


@pytest.fixture
def page(campaign: Campaign, open_context: OpenContext) -> Page:
    return sign_in(open_context(**PHONE), owner_of(campaign))


def go_on(phone: Page, name: str) -> None:
    """Wait for the page with this button, check it and continue."""
    button = phone.locator("main").get_by_role("button", name=name).first
    expect(button).to_be_visible()
    expect(phone.get_by_text(BANNER)).to_be_visible()
    expect_readable(phone)
    button.tap()


def walk(phone: Page) -> None:
    """Walk through all pages of a participant, each with the banner."""
    go_on(phone, "Join as")
    go_on(phone, "I agree")
    go_on(phone, "I have read the instructions")
    go_on(phone, "Start practising")
    ready(phone)
    expect_readable(phone)
    tap_by_itself(phone.get_by_role("button", name="Check my answer"))
    phone.get_by_role("button", name="Continue").tap()
    expect(phone.get_by_role("heading", name="Practice completed")).to_be_visible()
    phone.get_by_role("link", name="Continue").tap()
    phone.get_by_label("between parts").tap()
    go_on(phone, "Check my answers")
    expect(phone.get_by_role("heading", name="You know the instructions")).to_be_visible()
    phone.get_by_role("link", name="Continue").tap()
    go_on(phone, "Start")
    for number in (1, 2, 3):
        expect(phone.locator("#number")).to_have_text(f"Task {number} of 3")
        ready(phone)
        expect_readable(phone)
        tap_by_itself(phone.get_by_role("button", name="Submit, next"))
    expect(phone.locator("code", has_text="DONE42").first).to_be_visible()
    expect(phone.get_by_text("complete?cc=DONE42")).to_be_visible()
    expect(phone.get_by_role("link", name="Finish on Prolific")).to_have_count(0)


def test_a_dry_run_on_a_phone_before_publishing(campaign: Campaign, page: Page) -> None:
    page.goto(reverse("research:dry_run", args=(campaign.pk,)))
    start = page.get_by_role("button", name="Start a dry run")
    expect(start).to_be_visible()
    expect_readable(page)
    start.tap()
    expect(page.get_by_role("link", name="Open the link")).to_be_visible()
    expect_readable(page)
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Open the link").tap()
    phone = opened.value
    walk(phone)
    assert Judgment.objects.filter(campaign__is_dry_run=True).count() == 3
    tempo.forget()
    go_on(phone, "Start the dry run again")
    expect(phone.get_by_role("button", name="Join as")).to_be_visible()
    walk(phone)
    assert not Enrolment.objects.filter(campaign=campaign).exists()
    page.reload()
    page.get_by_role("button", name="End dry run").tap()
    expect(page.get_by_text("The dry run has ended.")).to_be_visible()
    phone.reload()
    expect(phone.get_by_role("heading", name="This work was deleted")).to_be_visible()
