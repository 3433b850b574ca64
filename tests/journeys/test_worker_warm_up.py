"""A warm-up on a phone: the last warm-up task leads to the page that compares the answers, and from
there the next task opens."""

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Assignment, Campaign, CampaignReport, Enrolment, WorkerSignals
from tests.journeys.conftest import Link
from tests.journeys.pressing import click, press_by_keys
from tests.journeys.worker import begin, campaign_of, expect_readable, ready

pytestmark = pytest.mark.long
HEADING = "How your answers compare"


@pytest.fixture
def warm() -> Campaign:
    return campaign_of("flat", "red car", "blue car", "old car", warm_up=1, redundancy=2)


def submit(page: Page) -> None:
    ready(page)
    page.get_by_role("button", name="Submit, next").click()


def store_signals(campaign: Campaign) -> None:
    """Store signals as the jobs would have made them."""
    CampaignReport.objects.create(
        campaign=campaign,
        kind="signals",
        version=1,
        basis={},
        results={"reason": "", "half_after": 14},
    )
    zeros = dict.fromkeys(("stake", "highest", "against", "highest_against"), 0.0)
    WorkerSignals.objects.create(
        enrolment=campaign.enrolments.get(),
        campaign=campaign,
        version=1,
        state="open",
        judgments=1,
        ranked=1,
        p=1.0,
        **zeros,
    )


def test_a_worker_on_a_phone_reads_it_and_goes_on(phone: Page, link: Link, warm: Campaign) -> None:
    begin(phone, link(warm))
    submit(phone)
    expect(phone.get_by_role("heading", name=HEADING)).to_be_visible()
    expect(phone.get_by_role("heading", name="No result yet")).to_be_visible()
    expect_readable(phone)
    store_signals(warm)
    click(phone, "link", "Check again", heading="No clear result yet")
    expect(phone.get_by_text("14 answers or fewer were enough")).to_be_visible()
    expect_readable(phone)
    assert not Assignment.objects.filter(status="open").exists()
    phone.get_by_role("button", name="Continue").click()
    submit(phone)
    expect(phone.locator("#number")).to_have_text("Task 3 of 3")
    assert Enrolment.objects.get().warmed_up_at is not None


def test_by_keys_alone_and_in_arabic(page: Page, link: Link, warm: Campaign) -> None:
    begin(page, link(warm))
    submit(page)
    expect(page.get_by_role("heading", name=HEADING)).to_be_visible()
    store_signals(warm)
    page.get_by_label("Language").select_option("ar")
    page.get_by_role("button", name="Change").click()
    page.goto(page.url.partition("/w/")[0] + f"/w/{warm.code}/warm-up/")
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    expect_readable(page)
    press_by_keys(page, "متابعة")
    ready(page)
