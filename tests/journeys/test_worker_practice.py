"""Practice before the first task, in every desk whose answers can be correct."""

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Judgment, PracticeTask
from annotation.schemes import SCHEMES
from annotation.schemes.mixins import HasGoldAnswers
from tests.helpers.practice import practise_on
from tests.helpers.tiers import by_tier
from tests.journeys.conftest import Link
from tests.journeys.desks import DESKS, Desk
from tests.journeys.pressing import click, press_by_keys
from tests.journeys.worker import expect_readable, open_menu, ready

pytestmark = pytest.mark.long
KNOWN = {
    name: desk
    for name, desk in DESKS.items()
    if isinstance(SCHEMES[name.partition(" ")[0]], HasGoldAnswers)
}


def come_to_practice(page: Page, address: str) -> None:
    page.goto(address)
    click(page, "button", "Join as", heading="Worked examples")
    expect_readable(page)
    click(page, "button", "I have read the instructions", heading="Practise first")
    expect(page.get_by_text("Practice does not count and is not paid.")).to_be_visible()
    expect_readable(page)


def practise(page: Page, desk: Desk, *, of: int) -> None:
    """Answer each practice item, and read the feedback."""
    for number in range(1, of + 1):
        expect(page.locator("#number")).to_have_text(f"Practice {number} of {of}")
        ready(page, desk.ready)
        desk.work(page)
        page.get_by_role("button", name="Check my answer").click()
        expect(page.locator("#verdict")).to_be_visible()
        expect(page.locator("#known-why")).to_contain_text("Read it to the end once more")
        expect_readable(page)
        page.get_by_role("button", name="Continue").click()


@pytest.mark.parametrize("scheme", by_tier(quick=["flat"], long=list(KNOWN)))
def test_a_stranger_practises_and_begins(page: Page, link: Link, scheme: str) -> None:
    desk = KNOWN[scheme]
    campaign = desk.make()
    practise_on(campaign, "practice", "practice", "example")
    come_to_practice(page, link(campaign))
    page.get_by_role("button", name="Start practising").click()
    ready(page, desk.ready)
    click(page, "button", "Examples", heading="Examples")
    expect_readable(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="Examples")).to_be_hidden()
    practise(page, desk, of=2)
    expect(page.get_by_role("heading", name="Practice completed")).to_be_visible()
    expect_readable(page)
    page.get_by_role("link", name="Continue").click()
    page.get_by_role("button", name="Start").click()
    ready(page, desk.ready)
    assert PracticeTask.objects.filter(right__isnull=False).count() == 2
    assert not Judgment.objects.exists()


@pytest.mark.parametrize("scheme", by_tier(quick=["pair"], long=list(KNOWN)))
def test_practice_on_a_phone_goes_on_where_it_was(phone: Page, link: Link, scheme: str) -> None:
    desk = KNOWN[scheme]
    campaign = desk.make()
    practise_on(campaign, "practice", "practice", "example")
    come_to_practice(phone, link(campaign))
    phone.get_by_role("button", name="Start practising").click()
    ready(phone, desk.ready)
    open_menu(phone)
    click(phone, "button", "Examples", heading="Examples")
    expect_readable(phone)
    phone.get_by_role("button", name="Close").click()
    desk.work(phone)
    phone.get_by_role("button", name="Check my answer").click()
    expect(phone.locator("#verdict")).to_be_visible()
    phone.goto(link(campaign).partition("?")[0] + "practice/")
    phone.get_by_role("link", name="Continue practising").click()
    expect(phone.locator("#number")).to_have_text("Practice 2 of 2")
    ready(phone, desk.ready)
    expect_readable(phone)


def test_failing_the_last_try_is_explained(page: Page, link: Link) -> None:
    desk = KNOWN["label"]
    campaign = desk.make()
    practise_on(campaign, "practice", "example", needed=1)
    come_to_practice(page, link(campaign))
    page.get_by_role("button", name="Start practising").click()
    practise(page, desk, of=1)
    expect(page.get_by_role("heading", name="Not passed yet: practise again")).to_be_visible()
    expect(page.get_by_text("You have 1 try left")).to_be_visible()
    expect_readable(page)
    page.get_by_role("button", name="Practise again").click()
    practise(page, desk, of=1)
    expect(page.get_by_role("heading", name="Your work here has ended")).to_be_visible()
    expect_readable(page)


@pytest.mark.quick
def test_practice_by_keys_alone(page: Page, link: Link) -> None:
    campaign = KNOWN["flat"].make()
    practise_on(campaign, "practice", "example")
    come_to_practice(page, link(campaign))
    press_by_keys(page, "Start practising")
    ready(page)
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_have_text("Correct.")
    expect(page.get_by_role("button", name="Continue")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Practice completed")).to_be_visible()
