"""A site's policy is copied in a browser."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Campaign, Judgment
from tests.helpers.sites import POLICY, collection
from tests.journeys.conftest import Link
from tests.journeys.worker import begin, expect_no_sideways_scroll, expect_readable, finished


@pytest.fixture
def campaign(transactional_db: None) -> Campaign:
    return collection()


def copy(page: Page) -> None:
    page.get_by_label("Address of the document").fill("https://shop.example/privacy")
    page.get_by_label("The line with the date of the last update").fill("Updated May 3, 2014")
    page.get_by_label("Date of the last update", exact=True).fill("2014-05-03")
    page.get_by_label("The full text").fill(POLICY)


@pytest.mark.long
def test_subtitles_are_checked_at_once(page: Page, link: Link, campaign: Campaign) -> None:
    begin(page, link(campaign), "#copied-url")
    expect(page.get_by_role("link", name="shop.example")).to_have_attribute("target", "_blank")
    page.get_by_role("button", name="Copy the address of the document").click()
    expect(page.get_by_label("Address of the document")).to_be_focused()
    copy(page)
    subtitles = page.get_by_label("The main headings")
    subtitles.fill("Cookies\nSecurity")
    page.locator("#hint").click()
    expect(page.locator("#copied-subtitles-error")).to_contain_text("“Security”")
    page.get_by_role("button", name="Check the headings").click()
    expect(subtitles).to_be_focused()
    page.reload()
    expect(subtitles).to_have_value("Cookies\nSecurity")
    subtitles.fill("COOKIES\n\nyour choices")
    expect(page.locator("#form")).to_have_text("13 words, 2 headings")
    page.get_by_role("button", name="Submit, next").click()
    finished(page)
    payload: dict[str, Any] = Judgment.objects.get().payload
    assert payload["subtitles"] == ["COOKIES", "your choices"]
    assert payload["updated_on"] == {"text": "Updated May 3, 2014", "date": "2014-05-03"}


@pytest.mark.long
def test_by_touch_and_without_a_date(phone: Page, link: Link, campaign: Campaign) -> None:
    begin(phone, link(campaign), "#copied-url")
    expect_no_sideways_scroll(phone)
    phone.get_by_label("Address of the document").fill("https://shop.example/privacy")
    phone.get_by_label("The full text").fill(POLICY)
    phone.get_by_role("button", name="Submit, next").tap()
    finished(phone)
    assert Judgment.objects.get().payload["updated_on"] == {"text": "", "date": None}


@pytest.mark.long
def test_the_page_is_accessible(page: Page, link: Link, campaign: Campaign) -> None:
    begin(page, link(campaign), "#copied-url")
    copy(page)
    page.get_by_label("The main headings").fill("Security")
    page.locator("#hint").click()
    expect(page.locator("#copied-subtitles-error")).to_be_visible()
    expect_readable(page)
